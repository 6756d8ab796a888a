import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceEnd } from "./unrolled.ts";

/** How far a text is shown after each frame. */
function ends(text: string): number[] {
  const all = [sliceEnd(text, 0)];
  for (let end = all[0] ?? 0; end < text.length; all.push(end)) end = sliceEnd(text, end);
  return all;
}

describe("sliceEnd", () => {
  it("takes what is short whole, and what is long line by line up to a bound", () => {
    expect(ends("")).toEqual([0]);
    expect(ends("a\nb")).toEqual([3]);
    expect(ends("ab\n".repeat(200))).toEqual([150, 300, 450, 600]);
    expect(ends("x".repeat(7_000))).toEqual([3_000, 6_000, 7_000]);
    expect(ends(`${"x".repeat(2_000)}\n${"y".repeat(2_000)}`)).toEqual([2_001, 4_001]);
  });

  it("comes to the end of any text, by no more than a slice at a time", () => {
    const piece = fc.constantFrom("\n", "a", "b".repeat(700), "c".repeat(4_000));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
        const text = pieces.join("");
        let from = 0;
        for (const end of ends(text)) {
          expect(end - from).toBeLessThanOrEqual(3_000);
          expect(text.slice(from, end).split("\n").length - 1).toBeLessThanOrEqual(50);
          from = end;
        }
        expect(from).toBe(text.length);
      }),
    );
  });
});
