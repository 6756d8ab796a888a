import { cutWithEllipsis } from "@toolwright/core/internal";
import { compareFiles } from "./compare-files.ts";
import type { MatchMode } from "./edit-request.ts";
import { type MatchTier, modeOfTier } from "./match/find-match.ts";
import { numberedLine, type TextLines, textLines } from "./match/text-lines.ts";
import { nameLines } from "./place-failures.ts";
import type { WrittenSpan } from "./splice.ts";
import { encodeTextFile, type TextFile } from "./text-file.ts";
import { type ShownChange, shownChange } from "./unified-diff.ts";

/** One replacement of an edit. */
export interface Replacement {
  /** 1-based line of the edited file. */
  readonly line: number;
}

/** An edit that can be written. */
export interface EditResult extends ShownChange {
  readonly ok: true;
  /** The whole new file. */
  readonly bytes: Uint8Array;
  /** Its text with `\n` line breaks. */
  readonly text: string;
  /** False when the bytes are the same as before. */
  readonly changed: boolean;
  readonly replacements: readonly Replacement[];
  readonly matchMode: Exclude<MatchMode, "auto">;
  readonly tier: MatchTier;
  readonly notes: readonly string[];
  /** What a model reads: one line, and the new lines when the match was not exact. */
  readonly summary: string;
}

/** What {@link editResult} is made from. */
export interface EditResultOptions {
  readonly path: string;
  readonly before: TextFile;
  readonly after: TextFile;
  readonly tier: MatchTier;
  readonly notes: readonly string[];
  readonly written: readonly WrittenSpan[];
}

/** Describes a finished edit. */
export function editResult({ path, before, after, tier, notes, written }: EditResultOptions): EditResult {
  const comparison = compareFiles(before, after);
  const change = shownChange(comparison, path);
  const lines = textLines(after.text);
  const places = nameLines(
    lines,
    written.map(({ start }) => start),
  );
  const head = summaryLine({ path, count: written.length, places, notes, ...change });
  const shown = tier === "exact" ? "" : `\n${shownLines(lines, written)}`;
  return {
    ok: true,
    bytes: encodeTextFile(after),
    text: after.text,
    changed: before !== after,
    replacements: written.map(({ start }) => ({ line: lines.numberAt(start) })),
    matchMode: modeOfTier(tier),
    tier,
    notes,
    ...change,
    summary: head + shown,
  };
}

interface SummaryParts {
  readonly path: string;
  readonly count: number;
  readonly places: string;
  readonly notes: readonly string[];
  readonly added: number;
  readonly removed: number;
}

function summaryLine({ path, count, places, notes, added, removed }: SummaryParts): string {
  const remarks = notes.map((note) => ` [${note}]`).join("");
  if (count === 0) return `No changes needed in ${path}${remarks}`;
  const what = `${count} ${count === 1 ? "replacement" : "replacements"} at ${places}`;
  return `Edited ${path}: ${what} (+${added} −${removed})${remarks}`;
}

/** Unchanged lines shown around the new ones. */
const CONTEXT = 2;

/** At most this many lines are shown. */
const MAX_LINES = 40;

/** Longer lines are cut (characters). */
const MAX_LINE = 500;

/** The lines that an edit wrote, with two around them, numbered. */
function shownLines(lines: TextLines, written: readonly WrittenSpan[]): string {
  const shown: string[] = [];
  for (const { start, end } of written) {
    const first = Math.max(1, lines.numberAt(start) - CONTEXT);
    const last = Math.min(lines.count, lines.numberAt(Math.max(start, end - 1)) + CONTEXT);
    for (let number = first; number <= last; number += 1) {
      if (shown.length >= MAX_LINES - 1) return [...shown, "…"].join("\n");
      shown.push(numberedLine(number, cutWithEllipsis(lines.line(number - 1), MAX_LINE)));
    }
  }
  return shown.join("\n");
}
