import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip } from "./clip.ts";

describe("clip", () => {
  it("cuts with an ellipsis, and only what is too long", () => {
    expect(clip("abcdef", 6)).toBe("abcdef");
    expect(clip("abcdefg", 6)).toBe("abcde…");
    expect(clip("𝒶𝒷𝒸", 3)).toBe("𝒶𝒷𝒸");
    expect(clip("𝒶𝒷𝒸𝒹", 3)).toBe("𝒶𝒷…");
    expect(clip("abc", 0)).toBe("…");
  });

  it("counts a tab as the eight columns that it takes at most", () => {
    expect(clip("a\tb\tc", 12)).toBe("a\tb…");
    expect(clip("a\tb\tc", 19)).toBe("a\tb\tc");
    expect(clip("\t\t", 3)).toBe("…");
  });

  it("counts what a terminal draws in two columns as two", () => {
    expect(clip("日本語と😀", 10)).toBe("日本語と😀");
    expect(clip("日本語と😀", 9)).toBe("日本語と…");
    expect(clip("日本語と😀", 8)).toBe("日本語…");
    expect(clip("（한국어），ok", 9)).toBe("（한국어…");
  });

  it("never gives more columns than asked for, nor half of a character", () => {
    const units = [..."aß\tЖ語カｶ한（，。😀🇩❤é", "❤️", "👩‍💻", "👍🏽", "e\u0301"];
    const texts = fc.string({ unit: fc.constantFrom(...units), maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, width) => {
        const cut = clip(text, width);
        expect(visibleWidth(cut.replaceAll("\t", " ".repeat(8)))).toBeLessThanOrEqual(width);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut === text || cut.endsWith("…")).toBe(true);
      }),
    );
  });
});
