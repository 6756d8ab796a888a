import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonSize } from "./json-size.ts";

describe("jsonSize", () => {
  it("equals the bytes of JSON.stringify for plain JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(jsonSize(plain)).toBe(Buffer.byteLength(JSON.stringify(plain)));
      }),
    );
  });

  it.each([
    ["quotes and backslashes", '"\\"'],
    ["control characters", "\u0000\b\t\n\u000b\f\r\u001f\u007f"],
    ["pairs", "\u{1f600}é€"],
    ["broken pairs", "\ud83d \ude00\ude00 \ud83d"],
    ["numbers", [0, 9, 10, -1, -0, 1.5, 1e21, 123456789, Number.NaN, Number.POSITIVE_INFINITY]],
    ["empty", [[], {}, "", null, true, false]],
    ["undefined properties", { a: undefined, b: 1 }],
  ])("is exact for %s", (_, value) => {
    expect(jsonSize(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
  });
});
