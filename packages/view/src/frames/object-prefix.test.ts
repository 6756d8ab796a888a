import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ObjectPrefix } from "./object-prefix.ts";

const pushed = (pieces: readonly string[]) => {
  const prefix = new ObjectPrefix();
  return pieces.map((piece) => prefix.push(piece)).join("");
};

describe("the beginning of a JSON object", () => {
  it.each([
    ['{"city": RAW', '{"city": '],
    ["RAW", ""],
    ['"{}"', ""],
    ["[1]", ""],
    ['{"a":1} RAW', '{"a":1} '],
    ['{"a":1,}', '{"a":1,'],
    ['{"a":[1}', '{"a":[1'],
    ['{"a":[1,]', '{"a":[1,'],
    ['{"a":[,', '{"a":['],
    ["{a", "{"],
    ['{"a":01', '{"a":0'],
    ['{"a":-x', '{"a":-'],
    ['{"a":1.e', '{"a":1.'],
    ['{"a":1e+}', '{"a":1e+'],
    ['{"a":trap', '{"a":tr'],
    ['{"a":"\\x', '{"a":"\\'],
    ['{"a":"\\u00g', '{"a":"\\u00'],
    ['{"a":"b\nc', '{"a":"b'],
    ['{"a" "b"', '{"a" '],
    ['{"a":"b" "c"', '{"a":"b" '],
  ])("ends where none goes on: %s", (text, shown) => {
    expect(pushed([text])).toBe(shown);
    expect(pushed([...text, "}", '{"b":1}'])).toBe(shown);
  });

  it("is all of any JSON object, however it is laid out and cut", () => {
    const object = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
    const indent = fc.constantFrom(undefined, 2, "\t");
    fc.assert(
      fc.property(object, indent, fc.nat(), (value, space, at) => {
        const text = JSON.stringify(value, null, space);
        const cut = at % (text.length + 1);
        expect(pushed([text.slice(0, cut), text.slice(cut)])).toBe(text);
        expect(pushed([...text])).toBe(text);
      }),
    );
  });

  it("is what JSON.parse agrees with, for any text that is whole", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      ":",
      ",",
      "a",
      "\\",
      "u",
      "0",
      "1",
      "-",
      ".",
      "e",
      "true",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `{"a":${pieces.join("")}}`;
        if (isJson(text)) expect(pushed([text])).toBe(text);
        else expect(isBegun(text, pushed([text]))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("goes 200 deep, and takes time in proportion", () => {
    expect(pushed([`{"a":${"[".repeat(300)}`])).toBe(`{"a":${"[".repeat(199)}`);
    const long = `{"a":"${"x\\n".repeat(500_000)}"}`;
    const begun = performance.now();
    expect(pushed([long])).toBe(long);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Text that is no JSON is cut, or only waits for its end. */
function isBegun(text: string, shown: string): boolean {
  if (!text.startsWith(shown)) return false;
  if (shown.length < text.length) return true;
  return ['"}', '"}}', "}", "]}", "]}}", "}}"].some((end) => isJson(text + end)) || !/^\{"a":[^"[{]*\}$/.test(text);
}
