import { foldText } from "./fold-text.ts";
import type { IndentShift } from "./indent-shift.ts";
import { describeBlanks, shiftLines } from "./indent-shift.ts";
import type { MatchAttempt } from "./match-attempt.ts";
import { type TextLines, textLines } from "./text-lines.ts";

/** A text as folded lines. */
export interface FoldedLines {
  readonly lines: readonly string[];
  /** Each line without its indentation. */
  readonly trimmed: readonly string[];
}

/** Folds a text line by line. */
export function foldedLines(text: string): FoldedLines {
  const lines = foldText(text).text.split("\n");
  const count = textLines(text).count;
  const own = lines.slice(0, count);
  return { lines: own, trimmed: own.map((line) => line.replace(/^[ \t]+/, "")) };
}

/** Where a block of whole lines stands: its first line (0-based) and how many. */
export interface LineBlock {
  readonly first: number;
  readonly count: number;
}

/** True when the block can end the way the wanted text ends: with a line break, or without. */
export function endsLike(lines: TextLines, block: LineBlock, wanted: string): boolean {
  const last = block.first + block.count - 1;
  return !wanted.endsWith("\n") || lines.end(last) < lines.text.length;
}

/** The replacement of whole lines by a text that is shifted like them. */
export function blockMatch(
  lines: TextLines,
  block: LineBlock,
  replacement: {
    readonly oldText: string;
    readonly newText: string;
    readonly shift: IndentShift;
    readonly notes: readonly string[];
  },
): MatchAttempt {
  const { oldText, newText, shift, notes } = replacement;
  const start = lines.start(block.first);
  const insert = shiftLines(newText, shift);
  if (typeof insert !== "string") {
    const lacks = `new_string line ${insert.badLine} does not begin with the ${describeBlanks(shift.prefix)} to take away`;
    return { kind: "unfit", start, because: lacks };
  }
  const end = lines.end(block.first + block.count - 1) + (oldText.endsWith("\n") ? 1 : 0);
  return { kind: "found", splices: [{ start, end, insert }], notes: [...notes, ...shiftNotes(shift)] };
}

/** Says how a replacement was shifted, if it was. */
function shiftNotes({ kind, prefix }: IndentShift): string[] {
  if (prefix === "") return [];
  return [`re-indented ${kind === "add" ? "+" : "−"}${describeBlanks(prefix)}`];
}
