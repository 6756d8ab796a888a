import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../json/json.ts";
import { decodeArguments } from "./decode-arguments.ts";

const INVALID = "Invalid tool arguments JSON";
const MIB = 1024 * 1024;

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

describe("decodeArguments, text", () => {
  it.each(["", "  \n\t", "null", " null "])("P51 reads %j as {}", (raw) => {
    expect(decodeArguments(raw)).toEqual({ ok: true, value: {} });
  });

  it("P51 reads an object that was encoded twice", () => {
    expect(decodeArguments(JSON.stringify('{"a":1}'))).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each(['"text"', '"[1]"', '"{not json"', "5", "[1]"])("leaves %s for validation to refuse", (raw) => {
    expect(decodeArguments(raw)).toEqual({ ok: true, value: JSON.parse(raw) });
  });

  it.each(["not-json-secret", "{a:1}", "undefined", "[1,]", '"a\nb"', "{'a':'b'}"])(
    "refuses %s without quoting it",
    (raw) => {
      expect(decodeArguments(raw)).toEqual({ ok: false, reason: INVALID });
    },
  );

  it.each([
    ['{"a":"sec', "it breaks off before its end"],
    ['{"a":{"b":[1]}', "it breaks off before its end"],
    ['{"a":"x\\"}', "it breaks off before its end"],
    ['{"a":1}}', "nothing may stand behind its last bracket"],
    ['{"a":1}{"a":2}', "nothing may stand behind its last bracket"],
    [String.raw`{"path":"C:\Users\me"}`, String.raw`a backslash in a text is written \\`],
    [String.raw`{"a":"\u00zz"}`, String.raw`a backslash in a text is written \\`],
  ])("says what is wrong with %s", (raw, problem) => {
    expect(decodeArguments(raw)).toEqual({ ok: false, reason: INVALID, hint: problem });
  });

  it.each(["```json\n%\n```", "```\n%\n```\n", "  ```JSON\n%```"])("takes the fence %j off", (fence) => {
    expect(decodeArguments(fence.replace("%", '{"a":"`1`"}'))).toEqual({
      ok: true,
      value: { a: "`1`" },
      isMended: true,
    });
  });

  it("reads line breaks and tabs inside of texts", () => {
    const raw = '{\n\t"a": "one\n\ttwo\r\n\\"three\\"\u0000"\n}';
    expect(decodeArguments(raw)).toEqual({ ok: true, value: { a: 'one\n\ttwo\r\n"three"\u0000' }, isMended: true });
  });

  it("reads any text with its control characters written out", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(text.isWellFormed());
        const raw = JSON.stringify({ text }).replace(/\\[nrtbf]|\\u00[01]./g, (escaped, at, whole: string) => {
          return /(?:^|[^\\])(?:\\\\)*$/.test(whole.slice(0, at)) ? JSON.parse(`"${escaped}"`) : escaped;
        });
        expect(decodeArguments(raw)).toMatchObject({ ok: true, value: { text } });
      }),
    );
  });

  it("looks at a long text that is no JSON once", () => {
    const before = process.cpuUsage();
    decodeArguments(`{"a":"${'\\\\"\n'.repeat(1.5 * MIB)}`);
    decodeArguments(`{"a":"${'\\"'.repeat(3 * MIB)}`);
    decodeArguments("```\n".repeat(MIB));
    decodeArguments(`\`\`\`${" ".repeat(MIB)}x${" \n".repeat(MIB)}`);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(4_000);
  });

  it("takes 8 MiB of UTF-8 and no byte more", () => {
    const exact = JSON.stringify("x".repeat(8 * MIB - 2));
    expect(decodeArguments(exact).ok).toBe(true);
    expect(decodeArguments(`${exact} `)).toEqual({ ok: false, reason: `${INVALID}: larger than 8 MiB` });
    const wide = JSON.stringify("é".repeat(4 * MIB));
    expect(wide.length).toBeLessThan(8 * MIB);
    expect(decodeArguments(wide).ok).toBe(false);
  });

  it("takes 100 levels and no more, without using the stack", () => {
    expect(decodeArguments(nested(100)).ok).toBe(true);
    expect(decodeArguments(nested(101))).toEqual({ ok: false, reason: `${INVALID}: nested deeper than 100 levels` });
    expect(decodeArguments(nested(4 * MIB)).ok).toBe(false);
    expect(decodeArguments(JSON.stringify({ a: nested(300), b: `\\"${nested(200)}` })).ok).toBe(true);
    expect(decodeArguments(JSON.stringify(`{"a":${nested(150)}}`)).ok).toBe(false);
  });

  it("agrees with JSON.parse on every JSON text", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const parsed: Json = JSON.parse(text);
        fc.pre(typeof parsed !== "string");
        expect(decodeArguments(text)).toEqual({ ok: true, value: parsed ?? {} });
      }),
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof decodeArguments(text).ok === "boolean"));
  });
});

describe("decodeArguments, objects", () => {
  it("copies, so that later changes do not reach the call", () => {
    const given = { list: [{ a: 1 }] };
    const decoded = decodeArguments(given);
    given.list.push({ a: 2 });
    expect(decoded).toEqual({ ok: true, value: { list: [{ a: 1 }] } });
  });

  it("keeps own keys only, and __proto__ as a key like any other", () => {
    const given = Object.assign(Object.create({ inherited: 1 }), JSON.parse('{"__proto__":{"x":1},"a":1}'));
    Object.defineProperty(given, "hidden", { value: 1, enumerable: false });
    const fromText = decodeArguments('{"__proto__":{"x":1}}');
    const fromObject = decodeArguments(JSON.parse('{"__proto__":{"x":1}}'));
    for (const decoded of [fromText, fromObject]) {
      expect(decoded.ok && JSON.stringify(decoded.value)).toBe('{"__proto__":{"x":1}}');
      expect(decoded.ok && decoded.value !== null && Object.getPrototypeOf(decoded.value)).toBe(Object.prototype);
    }
    expect(JSON.stringify(decodeArguments(given))).not.toMatch(/inherited|hidden/);
  });

  it("leaves undefined members out and refuses what JSON cannot write", () => {
    const loose: Record<string, unknown> = { a: undefined, b: 1 };
    expect(decodeArguments(asArguments(loose))).toEqual({ ok: true, value: { b: 1 } });
    expect(decodeArguments(asArguments({ value: () => 1 }))).toEqual({ ok: false, reason: INVALID });
  });

  it("counts values as well as texts", () => {
    const many = new Array<number>(5 * MIB).fill(1);
    expect(decodeArguments({ many })).toEqual({ ok: false, reason: INVALID });
  });

  it("survives a throwing getter, a circle, and a value shared too often to copy", () => {
    const throwing = Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(decodeArguments(asArguments(throwing)).ok).toBe(false);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(decodeArguments(asArguments(circle)).ok).toBe(false);
    let shared: Json = "x";
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    expect(decodeArguments({ shared })).toEqual({ ok: false, reason: INVALID });
  });
});

/** What a caller without types may pass. */
function asArguments(value: object): { [key: string]: Json } {
  const holder: { value: { [key: string]: Json } } = { value: {} };
  Reflect.set(holder, "value", value);
  return holder.value;
}
