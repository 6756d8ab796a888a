import { shortestEdit } from "./shortest-edit.ts";

/** A run of lines that was replaced: 0-based, in lines before and after. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** The lines of both texts, each with its line break, and where they differ. */
export interface LineComparison {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly changes: readonly LineChange[];
}

/** Texts further apart than this many lines are shown as one replaced block: the search grows with its square. */
const MAX_EDIT_LENGTH = 1500;

/** So many are looked for at once: to count how far texts are apart costs more. */
const FEW_EDITS = 200;

/** Compares two texts line by line. The work is bounded: texts that differ too much count as replaced in one block. */
export function compareLines(before: string, after: string): LineComparison {
  const [oldLines, newLines] = [splitLines(before), splitLines(after)];
  const head = sharedHead(oldLines, newLines);
  const tail = sharedTail(oldLines, newLines, head);
  const oldCore = oldLines.slice(head, oldLines.length - tail);
  const newCore = newLines.slice(head, newLines.length - tail);
  return { before: oldLines, after: newLines, changes: coreChanges(oldCore, newCore, head) };
}

/** How many lines were added and removed in all. */
export function countChangedLines({ changes }: LineComparison): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const change of changes) {
    added += change.newCount;
    removed += change.oldCount;
  }
  return { added, removed };
}

function coreChanges(before: string[], after: string[], offset: number): LineChange[] {
  if (before.length === 0 && after.length === 0) return [];
  const changes = shortestEdit({ before, after }, FEW_EDITS) ?? longerEdit(before, after);
  if (changes === undefined) {
    return [{ oldStart: offset, oldCount: before.length, newStart: offset, newCount: after.length }];
  }
  return changes.map((change) => ({
    ...change,
    oldStart: change.oldStart + offset,
    newStart: change.newStart + offset,
  }));
}

function longerEdit(before: string[], after: string[]): LineChange[] | undefined {
  if (differAtLeast(before, after) > MAX_EDIT_LENGTH) return undefined;
  return shortestEdit({ before, after }, MAX_EDIT_LENGTH);
}

/** Lines that one text has more often than the other: each of them is added or removed, however they are compared. */
function differAtLeast(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  while (from < text.length) {
    const to = text.indexOf("\n", from) + 1 || text.length;
    lines.push(text.slice(from, to));
    from = to;
  }
  return lines;
}

function sharedHead(one: readonly string[], other: readonly string[]): number {
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  return head;
}

function sharedTail(one: readonly string[], other: readonly string[], head: number): number {
  const most = Math.min(one.length, other.length) - head;
  let tail = 0;
  while (tail < most && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return tail;
}
