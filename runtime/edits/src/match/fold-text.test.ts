import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText } from "./fold-text.ts";

describe("foldText", () => {
  it.each([
    ["curly quotes", "\u2018a\u2019 \u201Cb\u201D", "'a' \"b\""],
    ["dashes and the minus sign", "a\u2013b\u2014c\u2212d\u2011e", "a-b-c-d-e"],
    ["odd spaces", "a\u00A0b\u2009c\u202Fd\u3000e", "a b c d e"],
    ["a decomposed accent", "cafe\u0301", "café"],
    ["Hangul jamo", "\u1112\u1161\u11AB", "한"],
    ["blanks at line ends", "a \t\nb\u00A0\n  c  ", "a\nb\n  c"],
  ])("folds %s", (_, text, folded) => {
    expect(foldText(text).text).toBe(folded);
  });

  it("leaves compatibility characters alone", () => {
    expect(foldText("ＡＢ ﬁ ²").text).toBe("ＡＢ ﬁ ²");
  });

  it("keeps the last blanks when asked to", () => {
    expect(foldText("a \nb ", { keepLastBlanks: true }).text).toBe("a\nb ");
  });

  it("maps a place before a line break to the dropped blanks' end", () => {
    const folded = foldText("ab  \nc");
    expect([folded.origin(2), folded.origin(3), folded.origin(4)]).toEqual([4, 5, 6]);
  });

  it("has no place inside a character that folds to several", () => {
    // U+0958 is excluded from composition, so it folds to two characters.
    const folded = foldText("\u0958x");
    expect(folded.text).toBe("\u0915\u093Cx");
    expect([0, 1, 2, 3].map(folded.origin)).toEqual([0, -1, 1, 2]);
  });

  it("is its own fold, and its places ascend", () => {
    const character = fc.constantFrom("a", " ", "\t", "\n", "\u0301", "\u0323", "“", "—", "\u00A0", "😀", "\u0958");
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const text = characters.join("");
        const folded = foldText(text);
        expect(foldText(folded.text).text).toBe(folded.text);
        const places = Array.from({ length: folded.text.length + 1 }, (_, index) => folded.origin(index));
        const real = places.filter((place) => place !== -1);
        expect(real).toEqual([...new Set(real)].sort((a, b) => a - b));
        expect(places.at(-1)).toBe(text.length);
      }),
    );
  });

  it("does not compose endless runs of marks, which is not linear", () => {
    const text = `a${"\u0301\u0323".repeat(200_000)}`;
    expect(foldText(text).text).toBe(text);
  });
});
