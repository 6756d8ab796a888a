import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundaryAfter, boundaryBefore } from "./grapheme-boundary.ts";

const piece = fc.constantFrom("a", " ", "e\u0301", "👩‍👩‍👧", "🇩🇪", "😀", "\r\n", "한", "\u0301", "🏽", "\u200d");

describe("the boundaries of characters", () => {
  it("are those of Intl.Segmenter, at every place", () => {
    const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const starts = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
      const all = [...starts, text.length];
      for (let at = 0; at <= text.length; at += 1) {
        expect(boundaryBefore(text, at)).toBe(Math.max(0, ...all.filter((place) => place <= at)));
        expect(boundaryAfter(text, at)).toBe(Math.min(...all.filter((place) => place >= at)));
      }
    });
    fc.assert(property);
  });

  it("cost little in a long text, and cut a character without end between code points", () => {
    const long = `${"x".repeat(4_000_000)}😀`;
    for (let at = 0; at < 1_000; at += 1) boundaryBefore(long, long.length - 1 - at);
    expect(boundaryBefore(long, long.length - 1)).toBe(long.length - 2);
    const endless = `a${"\u0301".repeat(100_000)}`;
    expect(boundaryBefore(endless, 50_000)).toBe(50_000);
  });
});
