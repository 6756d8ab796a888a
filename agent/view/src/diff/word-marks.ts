import { diffArrays } from "diff/lib/diff/array.js";
import type { DiffLine } from "./diff-line.ts";

/** From which to which character of a line something differs. */
export type Mark = readonly [from: number, to: number];

/**
 * Characters of a line, and words in which two lines may differ, before nothing is marked: too much differs to be told
 * apart.
 */
const LONGEST = 400;
const MOST_DIFFERENCES = 40;
/** Lines of one place that are compared. */
const MOST_LINES = 200;
/** Of two lines that have less than this in common nothing is marked: one did not become the other. */
const LEAST_COMMON = 0.3;

/** Which words of removed lines went and which of added ones came, by row; a row of which nothing is known has none. */
export function wordMarks<L extends DiffLine>(rows: readonly L[]): ReadonlyMap<L, readonly Mark[]> {
  const marks = new Map<L, readonly Mark[]>();
  for (let place = 0; place < rows.length; ) {
    const removed = stretch(rows, place, "removed");
    const added = stretch(rows, place + removed.length, "added");
    for (const [at, before] of removed.slice(0, MOST_LINES).entries()) {
      const after = added[at];
      const pair = after === undefined ? undefined : markedPair(before.text, after.text);
      if (after === undefined || pair === undefined) continue;
      marks.set(before, pair.before);
      marks.set(after, pair.after);
    }
    place += Math.max(1, removed.length + added.length);
  }
  return marks;
}

function stretch<L extends DiffLine>(rows: readonly L[], from: number, kind: DiffLine["kind"]): readonly L[] {
  let to = from;
  while (rows[to]?.kind === kind) to += 1;
  return rows.slice(from, to);
}

const WORDS = /\w+|\s+|[^\w\s]/gu;

function markedPair(
  before: string,
  after: string,
): { readonly before: readonly Mark[]; readonly after: readonly Mark[] } | undefined {
  if (Math.max(before.length, after.length) > LONGEST) return undefined;
  const [old, now] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const changes = diffArrays([...old], [...now], { maxEditLength: MOST_DIFFERENCES });
  if (changes === undefined) return undefined;
  const common = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.join("").trim().length, 0);
  if (common < LEAST_COMMON * Math.max(before.trim().length, after.trim().length)) return undefined;
  return { before: marksOf(changes, "removed"), after: marksOf(changes, "added") };
}

/** Where on one side of a change something stands that is not on the other one. */
function marksOf(
  changes: readonly { readonly added: boolean; readonly removed: boolean; readonly value: readonly string[] }[],
  kind: "added" | "removed",
): readonly Mark[] {
  const other = kind === "added" ? "removed" : "added";
  const marks: Mark[] = [];
  let place = 0;
  for (const change of changes.filter((one) => !one[other])) {
    const { length } = change.value.join("");
    if (change[kind]) marks.push([place, place + length]);
    place += length;
  }
  return marks;
}
