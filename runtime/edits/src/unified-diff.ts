import { checkDiff } from "./check-edit.ts";
import { boundHunks, type Hunk, hunksOf, type WholeHunk } from "./hunks.ts";
import { compareLines, countChangedLines, type LineComparison } from "./line-changes.ts";

/** Options of {@link unifiedDiff}. */
export interface UnifiedDiffOptions {
  /** Shown after `---` and `+++`. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Longer diffs lose their middle (lines). Default 500. */
  readonly maxLines?: number;
}

/** A change for reading, at most 500 lines of it. */
export interface ShownChange {
  /** A unified diff; empty when nothing changed. */
  readonly diff: string;
  /** The same as data. */
  readonly hunks: readonly Hunk[];
  /** Lines that come and go in all, however many of them are shown. */
  readonly added: number;
  readonly removed: number;
}

/** What is no text has no lines. */
export const NO_LINES: ShownChange = { diff: "", hunks: [], added: 0, removed: 0 };

const MAX_LINES = 500;

/** The change from one text to another as a unified diff; empty when there is none. */
export function unifiedDiff(options: UnifiedDiffOptions): string {
  checkDiff(options);
  const { path, before, after, maxLines = MAX_LINES } = options;
  return format(hunksOf(compareLines(before, after)), { path, maxLines });
}

/** A comparison, written for programs and for people. */
export function shownChange(comparison: LineComparison, path: string): ShownChange {
  const hunks = hunksOf(comparison);
  const diff = format(hunks, { path, maxLines: MAX_LINES });
  return { diff, hunks: boundHunks(hunks, MAX_LINES), ...countChangedLines(comparison) };
}

function format(
  hunks: readonly WholeHunk[],
  { path, maxLines }: { readonly path: string; readonly maxLines: number },
): string {
  if (hunks.length === 0) return "";
  const body = hunks.flatMap((hunk) => [head(hunk), ...hunk.lines]);
  return `${[`--- ${path}`, `+++ ${path}`, ...withoutMiddle(body, maxLines)].join("\n")}\n`;
}

function head({ oldStart, oldCount, newStart, newCount }: WholeHunk): string {
  return `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`;
}

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start},${count}`;
}

function withoutMiddle(lines: readonly string[], maxLines: number): readonly string[] {
  if (lines.length <= maxLines) return lines;
  const first = Math.ceil(maxLines / 2);
  const last = maxLines - first;
  const omitted = `[… ${lines.length - maxLines} lines omitted]`;
  return [...lines.slice(0, first), omitted, ...lines.slice(lines.length - last)];
}
