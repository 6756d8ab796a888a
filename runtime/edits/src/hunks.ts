import { cutStart } from "@toolwright/core/internal";
import type { LineChange, LineComparison } from "./line-changes.ts";

/** Changed lines that stand together, with unchanged ones around them. */
export interface Hunk {
  /** The first line before and after the change, from 1; the line before it where there is none on that side. */
  readonly oldStart: number;
  readonly newStart: number;
  /**
   * The lines, each behind its mark: a blank, `-` or `+`; `\` begins a remark. One text, so that a secret of several
   * lines is found in it.
   */
  readonly text: string;
}

/** A hunk with all its lines. */
export interface WholeHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  readonly lines: readonly string[];
}

/** Unchanged lines around a change, as in every tool that reads diffs. */
const CONTEXT = 3;

/** Longer lines are cut (characters): a diff is for reading. */
const MAX_LINE = 500;

/** The hunks of a comparison. Changes whose surroundings touch go into one. Lines over `maxLine` characters are cut. */
export function hunksOf(comparison: LineComparison, maxLine = MAX_LINE): readonly WholeHunk[] {
  return groupChanges(comparison.changes).flatMap((group) => hunkOf(comparison, group, maxLine));
}

/** The first and the last lines of many, `maxLines` in all; a hunk whose middle goes becomes two. */
export function boundHunks(hunks: readonly WholeHunk[], maxLines: number): readonly Hunk[] {
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const head = total <= maxLines ? total : Math.ceil(maxLines / 2);
  const tail = Math.max(head, total - Math.floor(maxLines / 2));
  const kept: Hunk[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const { length } = hunk.lines;
    const pieces = [hunkPiece(hunk, 0, head - at), hunkPiece(hunk, Math.max(0, tail - at), length)];
    kept.push(...(head - at >= length ? pieces.slice(0, 1) : pieces).flatMap((piece) => piece ?? []));
    at += length;
  }
  return kept;
}

function hunkPiece({ oldStart, newStart, lines }: WholeHunk, from: number, to: number): Hunk | undefined {
  const piece = lines.slice(from, Math.max(from, to));
  if (piece.length === 0) return undefined;
  const before = lines.slice(0, from);
  const passed = (mark: string) => before.filter((line) => line.startsWith(" ") || line.startsWith(mark)).length;
  return { oldStart: oldStart + passed("-"), newStart: newStart + passed("+"), text: piece.join("\n") };
}

function groupChanges(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && change.oldStart - (last.oldStart + last.oldCount) <= 2 * CONTEXT) {
      groups.at(-1)?.push(change);
    } else groups.push([change]);
  }
  return groups;
}

function hunkOf({ before, after }: LineComparison, group: readonly LineChange[], maxLine: number): WholeHunk[] {
  const marked = (mark: string, lines: readonly string[]) => markedLines(mark, lines, maxLine);
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const lead = Math.min(CONTEXT, first.oldStart);
  const trail = Math.min(CONTEXT, before.length - (last.oldStart + last.oldCount));
  const parts: string[][] = [];
  let at = first.oldStart - lead;
  for (const change of group) {
    parts.push(marked(" ", before.slice(at, change.oldStart)));
    parts.push(marked("-", before.slice(change.oldStart, change.oldStart + change.oldCount)));
    parts.push(marked("+", after.slice(change.newStart, change.newStart + change.newCount)));
    at = change.oldStart + change.oldCount;
  }
  parts.push(marked(" ", before.slice(at, at + trail)));
  const [oldCount, oldStart] = range(first.oldStart - lead, at + trail);
  const [newCount, newStart] = range(first.newStart - lead, last.newStart + last.newCount + trail);
  return [{ oldStart, oldCount, newStart, newCount, lines: parts.flat() }];
}

/** How many lines, and the first of them as hunks count: from 1, and the line before when there are none. */
function range(start: number, end: number): readonly [number, number] {
  return [end - start, end === start ? start : start + 1];
}

function markedLines(mark: string, lines: readonly string[], maxLine: number): string[] {
  return lines.flatMap((line) => {
    const shown = mark + cut(line.endsWith("\n") ? line.slice(0, -1) : line, maxLine);
    return line.endsWith("\n") ? [shown] : [shown, "\\ No newline at end of file"];
  });
}

function cut(line: string, maxLine: number): string {
  if (line.length <= maxLine) return line;
  const head = cutStart(line, maxLine);
  return `${head}…[+${line.length - head.length} chars]`;
}
