import { indentOf } from "../match/indent-shift.ts";
import type { TextLines } from "../match/text-lines.ts";

/** Lines that only close what was opened, and so still belong to it. */
const CLOSING = /^\s*(?:[)\]}]+[;,]?|end;?|fi|done|esac)\s*$/;

/**
 * The candidates that lie in the block of an anchor: the lines below it that are indented deeper, closing ones, and the
 * one right behind it. Both lists are 0-based line numbers, ascending; the work is linear in the lines.
 */
export function insideBlocks(lines: TextLines, anchors: readonly number[], candidates: readonly number[]): number[] {
  const inside: number[] = [];
  let next = 0;
  for (const [index, anchor] of anchors.entries()) {
    const limit = anchors[index + 1] ?? lines.count;
    const end = blockEnd(lines, anchor, limit);
    for (; next < candidates.length && (candidates[next] ?? 0) < limit; next += 1) {
      const candidate = candidates[next] ?? 0;
      if (candidate >= anchor && candidate < end) inside.push(candidate);
    }
  }
  return inside;
}

/** The line behind the block, or `limit`. */
function blockEnd(lines: TextLines, anchor: number, limit: number): number {
  const depth = indentOf(lines.line(anchor)).length;
  let end = anchor + 1;
  while (end < limit && belongs(lines.line(end), depth)) end += 1;
  return Math.min(Math.max(end, anchor + 2), limit);
}

function belongs(line: string, depth: number): boolean {
  return line.trim() === "" || indentOf(line).length > depth || CLOSING.test(line);
}
