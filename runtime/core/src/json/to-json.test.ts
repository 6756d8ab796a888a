import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJson } from "./to-json.ts";

const copied = (value: unknown) => {
  const copy = toJson(value);
  return copy.ok ? copy.value : copy.problem;
};

describe("toJson", () => {
  it("copies plain JSON, as a value of its own", () => {
    const value = { a: [1, { b: null }], c: "x" };
    const copy = copied(value);
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
  });

  it("agrees with JSON.stringify on plain data", () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withBoxedValues: true, withSparseArray: true, withNullPrototype: true }),
        (value) => {
          const copy = toJson(value);
          if (copy.ok) expect(copy.value).toEqual(JSON.parse(JSON.stringify(value) ?? "null"));
        },
      ),
    );
  });

  it.each([
    ["a BigInt", { a: 12345678901234567890n }, { a: "12345678901234567890" }],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["undefined properties and symbol keys", { a: undefined, [Symbol("b")]: 1, c: 1 }, { c: 1 }],
    [
      "undefined in an array, and holes",
      [undefined, ...Object.assign([], { 1: 1 })].concat(new Array(1)),
      [null, null, 1, null],
    ],
    ["undefined alone", undefined, null],
    [
      "maps and sets",
      { map: new Map<unknown, unknown>([["a", { b: new Set([1, "x"]) }]]), none: new Map(), set: new Set() },
      { map: [["a", { b: [1, "x"] }]], none: [], set: [] },
    ],
    [
      "errors",
      { is: new TypeError("no", { cause: new Error("why") }), in: [Object.assign(new RangeError("far"), { code: 1 })] },
      { is: { name: "TypeError", message: "no" }, in: [{ name: "RangeError", message: "far" }] },
    ],
    ["bytes", [new Uint8Array([1, 255]), new Float32Array([0.5]), new BigInt64Array([2n])], [[1, 255], [0.5], ["2"]]],
    ["a URL and a regular expression", [new URL("https://a.b/c"), /a+/gi], ["https://a.b/c", "/a+/gi"]],
    [
      "the fields of a class",
      new (class Point {
        x = 1;
        get y() {
          return 2;
        }
      })(),
      { x: 1 },
    ],
    ["unpaired surrogates", { "\ud83dk": "a\ude00" }, { "\ufffdk": "a\ufffd" }],
    ["toJSON of a class", { money: { toJSON: (key: string) => `${key}!` } }, { money: "money!" }],
    ["a toJSON that is no function", { toJSON: 1 }, { toJSON: 1 }],
    ["boxed values", [Object(1), Object("a"), Object(true), Object(1n)], [1, "a", true, "1"]],
  ])("writes %s", (_, value, expected) => {
    expect(copied(value)).toEqual(expected);
  });

  it("keeps an own __proto__ key an ordinary property", () => {
    const copy = copied(JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  it("allows the same object in two places", () => {
    const shared = { x: 1 };
    expect(copied({ a: shared, b: [shared] })).toEqual({ a: { x: 1 }, b: [{ x: 1 }] });
  });

  it("names the place of a function", () => {
    expect(copied({ a: [{ "x/y": () => 1 }] })).toBe("a function at /a/0/x~1y");
    expect(copied(() => 1)).toBe("a function at the top");
  });

  it.each<[string, unknown]>([
    ["a symbol", Symbol("x")],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["-Infinity", Object(Number.NEGATIVE_INFINITY)],
    ["an invalid date", new Date(Number.NaN)],
    ["a Promise", Promise.resolve(1)],
    ["a WeakMap", new WeakMap()],
    ["a WeakRef", new WeakRef({})],
    ["a ArrayBuffer", new ArrayBuffer(2)],
    ["a DataView", new DataView(new ArrayBuffer(2))],
    ["a Map Iterator", new Map([[1, 2]]).entries()],
    ["a Array Iterator", [1].values()],
    ["a Response", new Response("x")],
    ["a Headers", new Headers({ a: "b" })],
    ["a Generator", (function* () {})()],
  ])("never writes %s as nothing, at the top or inside", (name, value) => {
    expect(copied(value)).toBe(`${name} at the top`);
    expect(copied({ list: [1, { value }] })).toBe(`${name} at /list/1/value`);
    expect(copied(new Map([["k", value]]))).toBe(`${name} at /0/1`);
  });

  it("says how large a value is at least that is too large", () => {
    expect(toJson({ text: "x".repeat(2_000) }, 1_000)).toMatchObject({ ok: false, atLeast: expect.any(Number) });
    const copy = toJson({ text: "x".repeat(2_000) }, 1_000);
    expect(copy.ok ? 0 : copy.atLeast).toBeGreaterThan(2_000);
  });

  it("refuses no JSON that is shorter than the limit (property)", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(toJson(value, text.length)).toMatchObject({ ok: true });
      }),
    );
  });

  it("names the place of a circle", () => {
    const circle: Record<string, unknown> = {};
    circle.a = [circle];
    expect(copied(circle)).toBe("a circular reference at /a/0");
  });

  it("writes 100 levels and refuses the next", () => {
    expect(toJson(nested(100)).ok).toBe(true);
    expect(copied(nested(101))).toContain("more than 100 levels deep at /a/a/");
    expect(toJson(nested(100_000)).ok).toBe(false);
  });

  it.each<[string, () => unknown]>([
    [
      "a getter that throws",
      () => ({
        a: {
          get b() {
            throw new Error("no");
          },
        },
      }),
    ],
    [
      "a toJSON that throws",
      () => ({
        toJSON() {
          throw new Error("no");
        },
      }),
    ],
    [
      "a proxy that throws",
      () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error("no");
            },
          },
        ),
    ],
    [
      "a proxy that throws undefined",
      () =>
        new Proxy(
          {},
          {
            has() {
              throw undefined;
            },
          },
        ),
    ],
    [
      "a revoked proxy",
      () => {
        const { proxy, revoke } = Proxy.revocable([], {});
        revoke();
        return proxy;
      },
    ],
    ["an array that claims to be endless", () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 53 : 1) })],
    [
      "a giant sparse array",
      () => {
        const list: number[] = [];
        list.length = 2 ** 32 - 1;
        return list;
      },
    ],
    [
      "shared objects that double on every level",
      () => {
        let node: unknown = 1;
        for (let i = 0; i < 60; i++) node = [node, node];
        return node;
      },
    ],
    ["a long text referred to a thousand times", () => new Array(1000).fill("x".repeat(1_000_000))],
  ])("refuses %s", (_, make) => {
    const copy = toJson(make());
    expect(copy.ok).toBe(false);
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}
