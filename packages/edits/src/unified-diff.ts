import { cutStart } from "@toolwright/core/internal";
import { compareLines, type LineChange, type LineComparison } from "./line-changes.ts";

/** Options of {@link unifiedDiff}. */
export interface UnifiedDiffOptions {
  /** Shown after `---` and `+++`. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Longer diffs lose their middle (lines). Default 500. */
  readonly maxLines?: number;
}

/** Unchanged lines around a change, as in every tool that reads diffs. */
const CONTEXT = 3;

/** Longer lines are cut (characters): a diff is for reading. */
const MAX_LINE = 500;

/** The change from one text to another as a unified diff; empty when there is none. */
export function unifiedDiff({ path, before, after, maxLines = 500 }: UnifiedDiffOptions): string {
  return formatUnifiedDiff(compareLines(before, after), { path, maxLines });
}

/** Writes a comparison as a unified diff. */
export function formatUnifiedDiff(
  comparison: LineComparison,
  { path, maxLines = 500 }: Pick<UnifiedDiffOptions, "path" | "maxLines">,
): string {
  if (comparison.changes.length === 0) return "";
  const body = groupChanges(comparison.changes).flatMap((group) => hunkLines(comparison, group));
  return `${[`--- ${path}`, `+++ ${path}`, ...withoutMiddle(body, maxLines)].join("\n")}\n`;
}

/** Changes whose surroundings touch go into one hunk. */
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

function hunkLines({ before, after }: LineComparison, group: readonly LineChange[]): string[] {
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
  const old = range(first.oldStart - lead, at + trail);
  const now = range(first.newStart - lead, last.newStart + last.newCount + trail);
  return [[`@@ -${old} +${now} @@`], ...parts].flat();
}

/** A range as hunk headers count it: from 1, and the line before when it is empty. */
function range(start: number, end: number): string {
  const count = end - start;
  const first = count === 0 ? start : start + 1;
  return count === 1 ? `${first}` : `${first},${count}`;
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const shown = mark + cut(line.endsWith("\n") ? line.slice(0, -1) : line);
    return line.endsWith("\n") ? [shown] : [shown, "\\ No newline at end of file"];
  });
}

function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const head = cutStart(line, MAX_LINE);
  return `${head}…[+${line.length - head.length} chars]`;
}

function withoutMiddle(lines: readonly string[], maxLines: number): readonly string[] {
  if (lines.length <= maxLines) return lines;
  const head = Math.ceil(maxLines / 2);
  const tail = maxLines - head;
  const omitted = `[… ${lines.length - maxLines} lines omitted]`;
  return [...lines.slice(0, head), omitted, ...lines.slice(lines.length - tail)];
}
