import fc from "fast-check";
import { expect, it } from "vitest";
import { partsOf, patternOf } from "./search-parts.ts";

it("looks for a term anywhere, and for one of less than three characters where a word begins", () => {
  expect(patternOf("arse")).toEqual({ like: "%arse%", parts: ["ars", "rse"] });
  expect(patternOf("ar")).toEqual({ like: "% ar%", parts: [" ar"] });
  expect(patternOf("日")).toEqual({ like: "% 日%", parts: [] });
});

it("a text has all parts of what stands in it", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "日", "😀") });
  fc.assert(
    fc.property(text, text, text, (before, inner, after) => {
      const parts = new Set(partsOf(before + inner + after));
      expect(partsOf(inner).every((part) => parts.has(part))).toBe(true);
    }),
  );
});
