import { diffArrays } from "diff/lib/diff/array.js";
import type { DiffLine } from "./diff-line.ts";

/** Lines that may differ before the smallest diff is no longer looked for: the search costs lines times differences. */
const MAX_DIFFERENCES = 400;

/**
 * The lines of two texts as a diff without line numbers: context and removed lines are the old text, context and added
 * ones the new. Of texts that differ in very much, all between their first and last equal lines is removed and added.
 */
export function lineDiff(oldText: string, newText: string): readonly DiffLine[] {
  const [before, after] = [linesOf(oldText), linesOf(newText)];
  const head = commonLength(before, after, (lines, place) => lines[place]);
  const [restBefore, restAfter] = [before.slice(head), after.slice(head)];
  const tail = commonLength(restBefore, restAfter, (lines, place) => lines[lines.length - 1 - place]);
  const [middleBefore, middleAfter] = [
    restBefore.slice(0, restBefore.length - tail),
    restAfter.slice(0, restAfter.length - tail),
  ];
  return [
    ...rows("context", before.slice(0, head)),
    ...middle(middleBefore, middleAfter),
    ...rows("context", before.slice(before.length - tail)),
  ];
}

/** Of a text: what stands between its line feeds; none for an empty text. */
export function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}

function middle(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  if (before.length === 0 || after.length === 0) return [...rows("removed", before), ...rows("added", after)];
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_DIFFERENCES });
  if (changes === undefined) return [...rows("removed", before), ...rows("added", after)];
  return changes.flatMap(({ added, removed, value }) => rows(added ? "added" : removed ? "removed" : "context", value));
}

function rows(kind: DiffLine["kind"], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ kind, text }));
}

type LineAt = (lines: readonly string[], place: number) => string | undefined;

function commonLength(one: readonly string[], other: readonly string[], at: LineAt): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length += 1;
  return length;
}
