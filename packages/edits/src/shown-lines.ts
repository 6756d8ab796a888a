import { cutStart } from "@toolwright/core/internal";
import type { WrittenSpan } from "./edit-result.ts";
import type { TextLines } from "./match/text-lines.ts";
import { numberedLine } from "./numbered-lines.ts";

/** Unchanged lines shown around the new ones. */
const CONTEXT = 2;

/** At most this many lines are shown. */
const MAX_LINES = 40;

/** Longer lines are cut (characters). */
const MAX_LINE = 500;

/** The lines that an edit wrote, with two around them, numbered. */
export function shownLines(lines: TextLines, written: readonly WrittenSpan[]): string {
  const shown: string[] = [];
  for (const { start, end } of written) {
    const first = Math.max(1, lines.numberAt(start) - CONTEXT);
    const last = Math.min(lines.count, lines.numberAt(Math.max(start, end - 1)) + CONTEXT);
    for (let number = first; number <= last; number += 1) {
      if (shown.length >= MAX_LINES - 1) return [...shown, "…"].join("\n");
      shown.push(numberedLine(number, cut(lines.line(number - 1))));
    }
  }
  return shown.join("\n");
}

function cut(line: string): string {
  return line.length <= MAX_LINE ? line : `${cutStart(line, MAX_LINE)}…`;
}
