import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EditRequest } from "./edit-request.ts";
import { editTextFile } from "./edit-text-file.ts";
import { editsTogether } from "./edits-together.ts";
import { findEachOnce, unitsAt } from "./match/find-each.ts";
import { spliceTextFile } from "./splice.ts";
import { textFileFrom } from "./text-file.ts";

/** `npm test` tries each property a fifth as often. */
const SHARE = process.env.LONG_PLAY === undefined ? 0.2 : 1;

const piece = fc.string({ unit: fc.constantFrom("a", "b", "c", "\n", "é", "😀"), minLength: 1, maxLength: 4 });
const text = fc.array(fc.oneof(piece, fc.constantFrom("one", "two", "three", "four")), { maxLength: 40 });
const edit: fc.Arbitrary<EditRequest> = fc.record({
  oldString: fc.oneof(piece, fc.constantFrom("one", "two", "three", "four")),
  newString: fc.oneof(piece, fc.constantFrom("", "one", "two", "fou", "one two")),
});

const bytesOf = (given: string) => new TextEncoder().encode(given);

const together = (given: string, requests: readonly EditRequest[]) =>
  editsTogether({ file: textFileFrom(given), bytes: bytesOf(given), requests });

/** One after the other; undefined where one of them is refused, or is not exact. */
function inTurn(given: string, edits: readonly EditRequest[]): string | undefined {
  let file = textFileFrom(given);
  for (const request of edits) {
    const outcome = editTextFile(file, request, "a");
    if (!outcome.ok || outcome.tier !== "exact" || outcome.notes.length > 0) return undefined;
    file = outcome.file;
  }
  return file.text;
}

describe("edits made together", () => {
  it("come to what they come to one after the other", () => {
    let made = 0;
    fc.assert(
      fc.property(text, fc.array(edit, { minLength: 2, maxLength: 4 }), (pieces, edits) => {
        const given = pieces.join("");
        const splices = together(given, edits);
        if (splices === undefined) return;
        made += 1;
        expect(spliceTextFile(textFileFrom(given), splices).text).toBe(inTurn(given, edits));
      }),
      { numRuns: 20_000 * SHARE },
    );
    expect(made).toBeGreaterThan(10 * SHARE);
  });

  it("are not where one needs what another has written, or may", () => {
    const given = `alpha ${"-".repeat(40)} beta ${"=".repeat(40)} gamma`;
    const made = (...edits: readonly (readonly [string, string])[]) =>
      together(
        given,
        edits.map(([oldString, newString]) => ({ oldString, newString })),
      )?.length;
    expect(made(["alpha", "a"], ["gamma", "c"])).toBe(2);
    expect(made(["alpha", "a"], ["alpha", "c"])).toBeUndefined();
    expect(made(["alpha", "gamma"], ["gamma", "c"])).toBeUndefined();
    expect(made(["gamma", "c"], ["alpha", "gamma"])).toBe(2);
    expect(made(["alpha", "be"], ["be", "c"])).toBeUndefined();
    expect(made(["beta", "b"], ["a", "c"])).toBeUndefined();
    expect(made(["beta", "b"], ["delta", "c"])).toBeUndefined();
  });
});

describe("findEachOnce", () => {
  it("finds what stands in exactly one place", () => {
    fc.assert(
      fc.property(text, fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces, wanted) => {
        const given = pieces.join("");
        const places = wanted.map((one) => given.indexOf(one));
        const isOnce = wanted.every(
          (one, index) => (places[index] ?? -1) >= 0 && given.lastIndexOf(one) === places[index],
        );
        const bytes = bytesOf(given);
        const found = findEachOnce(bytes, wanted);
        if (!isOnce) expect(found).toBeUndefined();
        // It gives up where much has to be compared for little text.
        else if (found !== undefined) expect(unitsAt(bytes, found)).toEqual(places);
      }),
      { numRuns: 5_000 * SHARE },
    );
    const lines = Array.from({ length: 2_000 }, (_, index) => `const value${index} = ${index};\n`);
    const wanted = [7, 1_999, 0, 1_000].map((index) => lines[index] ?? "");
    expect(findEachOnce(bytesOf(lines.join("")), wanted)).toEqual(wanted.map((one) => lines.join("").indexOf(one)));
  });

  it("gives up in linear time", () => {
    const [given, wanted] = [
      "a".repeat(200_000),
      Array.from({ length: 50 }, (_, index) => `${"a".repeat(10_000)}${index}`),
    ];
    expect(findEachOnce(bytesOf(given), wanted)).toBeUndefined();
  });
});
