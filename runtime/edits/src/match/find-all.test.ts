import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeUnits, findAll, findInText, type UnitSequence } from "./find-all.ts";

const find = (text: string, wanted: string, options = {}): number[] =>
  findAll(codeUnits(text), codeUnits(wanted), options);

describe("findAll", () => {
  it("counts overlapping hits", () => {
    expect(find("aaa", "aa")).toEqual([0, 1]);
    expect(find("aaa", "aa", { overlapping: false })).toEqual([0]);
  });

  it("finds nothing for an empty text", () => {
    expect(find("abc", "")).toEqual([]);
  });

  it("stops at the limit", () => {
    expect(find("aaaa", "a", { limit: 2 })).toEqual([0, 1]);
  });

  it("agrees with a plain search", () => {
    const word = fc.array(fc.constantFrom("a", "b"), { maxLength: 30 }).map((letters) => letters.join(""));
    fc.assert(
      fc.property(word, word, (text, wanted) => {
        const plain = [...text].flatMap((_, at) => (wanted !== "" && text.startsWith(wanted, at) ? [at] : []));
        expect(find(text, wanted)).toEqual(plain);
      }),
    );
  });

  it("agrees with the search in a text, which looks for the beginning of long ones first", () => {
    const chunk = fc.constantFrom("a", "b", "ab".repeat(20), "a".repeat(31), "\n");
    const word = fc.array(chunk, { maxLength: 8 }).map((chunks) => chunks.join(""));
    const options = fc.record({ limit: fc.integer({ min: 1, max: 4 }), overlapping: fc.boolean() });
    fc.assert(
      fc.property(word, word, word, options, (before, wanted, after, given) => {
        const text = `${before}${wanted}${after}${wanted}`;
        expect(findInText(text, wanted, given)).toEqual(find(text, wanted, given));
        expect(findInText(text, `${wanted}b`, given)).toEqual(find(text, `${wanted}b`, given));
      }),
    );
  });

  it("looks at a number of units that is linear, also where a plain search is quadratic", () => {
    const looks = { count: 0 };
    const counted = (units: UnitSequence): UnitSequence => ({
      length: units.length,
      at(index) {
        looks.count += 1;
        return units.at(index);
      },
    });
    const text = "a".repeat(20_000);
    findAll(counted(codeUnits(text)), counted(codeUnits(`${"a".repeat(9_999)}b`)));
    expect(looks.count).toBeLessThan(8 * 30_000);
  });
});
