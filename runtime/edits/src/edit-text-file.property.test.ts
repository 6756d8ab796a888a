import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editTextFile } from "./edit-text-file.ts";
import { foldText } from "./match/fold-text.ts";
import type { Splice } from "./splice.ts";
import { textFileFrom } from "./text-file.ts";

const word = fc.constantFrom("a", "b()", "“q”", '"q"', "x–y", "x-y", "é", "e\u0301", "}");
const indent = fc.constantFrom("", "  ", "    ", "\t");
const trail = fc.constantFrom("", "", " ", "\t", "\u00A0");
const line = fc.tuple(indent, fc.oneof(word, fc.constant("")), trail).map((parts) => parts.join(""));
const lines = fc.array(line, { minLength: 1, maxLength: 8 }).map((all) => all.join("\n"));

const fold = (text: string): string => foldText(text).text;
const trimmedLines = (text: string): string[] =>
  fold(text)
    .split("\n")
    .map((each) => each.trim());

/** Every span of whole or partial lines that folds to the wanted text, found the slow way. */
function foldedPlaces(text: string, wanted: string): number {
  const folded = fold(text);
  const target = fold(wanted);
  return [...folded].filter((_, at) => folded.startsWith(target, at)).length;
}

describe("a match that is not exact", () => {
  it("of tier 2 replaces a text that folds to what was asked for, and there is no other", () => {
    let applied = 0;
    fc.assert(
      fc.property(lines, lines, (text, oldString) => {
        const edit = editTextFile(textFileFrom(text), { oldString, newString: "NEW" }, "a");
        if (!edit.ok || edit.tier !== "folded") return;
        applied += 1;
        const [splice] = edit.splices;
        expect(edit.splices.length).toBe(1);
        expect(fold(text.slice(splice?.start, splice?.end))).toBe(fold(oldString));
        expect(edit.file.text).toBe(`${text.slice(0, splice?.start)}NEW${text.slice(splice?.end)}`);
        if (!/[ \t\u00A0]$/.test(oldString)) expect(foldedPlaces(text, oldString)).toBe(1);
      }),
      { numRuns: 3000 },
    );
    expect(applied).toBeGreaterThan(10);
  });

  it("of tier 3 replaces whole lines that are equal but for one indentation, which the new lines get", () => {
    let applied = 0;
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), indent, (text, from, to, shift) => {
        const all = text.split("\n");
        const [first = 0, last = 0] = [from % all.length, to % all.length].sort((a, b) => a - b);
        const oldString = all
          .slice(first, last + 1)
          .map((each) => (each.startsWith(shift) ? each.slice(shift.length) : shift + each))
          .join("\n");
        const edit = editTextFile(textFileFrom(text), { oldString, newString: `${oldString}\n${shift}NEW` }, "a");
        if (!edit.ok || edit.tier !== "reindented") return;
        applied += 1;
        const [splice = { start: 0, end: 0, insert: "" }] = edit.splices;
        expectWholeLines(text, splice, oldString.endsWith("\n"));
        const replaced = text.slice(splice.start, splice.end);
        expect(trimmedLines(replaced)).toEqual(trimmedLines(oldString));
        const written = splice.insert.split("\n").slice(0, -1);
        for (const [index, each] of replaced.split("\n").entries()) {
          if (each.trim() !== "") expect(fold(written[index] ?? "")).toBe(fold(each));
        }
      }),
      { numRuns: 3000 },
    );
    expect(applied).toBeGreaterThan(10);
  });
});

function expectWholeLines(text: string, { start, end }: Splice, withLineBreak: boolean): void {
  const last = withLineBreak ? end - 1 : end;
  expect(start === 0 || text[start - 1] === "\n").toBe(true);
  expect(last === text.length || text[last] === "\n").toBe(true);
}
