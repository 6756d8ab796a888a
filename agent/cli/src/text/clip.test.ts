import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip } from "./clip.ts";

describe("clip", () => {
  it("cuts with an ellipsis, and only what is too long", () => {
    expect(clip("abcdef", 6)).toBe("abcdef");
    expect(clip("abcdefg", 6)).toBe("abcde…");
    expect(clip("😀😀😀", 3)).toBe("😀😀😀");
    expect(clip("😀😀😀😀", 3)).toBe("😀😀…");
    expect(clip("abc", 0)).toBe("…");
  });

  it("counts a tab as the eight columns that it takes at most", () => {
    expect(clip("a\tb\tc", 12)).toBe("a\tb…");
    expect(clip("a\tb\tc", 19)).toBe("a\tb\tc");
    expect(clip("\t\t", 3)).toBe("…");
  });

  it("never gives more characters than asked for, nor half of one", () => {
    const texts = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, width) => {
        const cut = clip(text, width);
        expect([...cut].length).toBeLessThanOrEqual(width);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut === text || cut.endsWith("…")).toBe(true);
      }),
    );
  });
});
