import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["abc", "acb", 1],
    ["abc", "abcd", 1],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["ab", "ba", 1],
  ])("%j to %j is %i", (one, other, edits) => {
    expect(editDistance(one, other)).toBe(edits);
  });

  it("is the same both ways, at most the longer length, at least the difference of lengths", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const edits = editDistance(one, other);
        expect(edits).toBe(editDistance(other, one));
        expect(edits === 0).toBe(one === other);
        expect(edits).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(edits).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      }),
    );
  });

  it("is exact up to a bound, and above it beyond", () => {
    fc.assert(
      fc.property(text, text, fc.nat(5), (one, other, most) => {
        const edits = editDistance(one, other);
        expect(Math.min(editDistance(one, other, most), most + 1)).toBe(Math.min(edits, most + 1));
      }),
    );
  });
});
