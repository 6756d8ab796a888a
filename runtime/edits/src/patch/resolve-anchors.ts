import { type EditFailure, editFailure } from "../edit-failure.ts";
import { findAll, numberUnits } from "../match/find-all.ts";
import { indentOf } from "../match/indent-shift.ts";
import { foldedLines } from "../match/line-block.ts";
import type { TextLines } from "../match/text-lines.ts";
import type { LineTier, PatchLines } from "./patch-lines.ts";

const TIERS: readonly LineTier[] = ["exact", "folded", "trimmed"];

/** Where the innermost anchor of a hunk may stand: 0-based lines, ascending, at least one. */
export interface AnchorPlaces {
  readonly ok: true;
  readonly places: readonly number[];
}

/**
 * Finds the anchors of a hunk from the outermost in, at or behind the cursor. `wholeLines`: an anchor may not be only
 * the beginning of a line.
 */
export function resolveAnchors(
  file: PatchLines,
  anchors: readonly string[],
  { cursor, wholeLines }: { readonly cursor: number; readonly wholeLines: boolean },
): AnchorPlaces | EditFailure {
  let places: readonly number[] | undefined;
  for (const anchor of anchors) {
    const found = placesOf(file, anchor, wholeLines).filter((line) => line >= cursor);
    places = places === undefined ? found : narrowTo(file, places, found);
    if (places.length === 0) {
      return editFailure(
        "NO_MATCH",
        `the line "@@ ${anchor}" names was not found${cursor > 0 ? ` after line ${cursor}` : ""}.`,
      );
    }
  }
  return { ok: true, places: places ?? [] };
}

/** The candidates in the blocks of the anchors; when there is none, those behind the first anchor. */
export function narrowTo(file: PatchLines, anchors: readonly number[], candidates: readonly number[]): number[] {
  const inside = insideBlocks(file.lines, anchors, candidates);
  if (inside.length > 0) return inside;
  const first = anchors[0] ?? 0;
  return candidates.filter((line) => line >= first);
}

function placesOf(file: PatchLines, anchor: string, wholeLines: boolean): number[] {
  for (const tier of TIERS) {
    const found = findAll(numberUnits(file.ids(tier)), numberUnits(file.idsOf(tier, [anchor])));
    if (found.length > 0) return found;
  }
  return wholeLines ? [] : beginningWith(file, anchor);
}

function beginningWith(file: PatchLines, anchor: string): number[] {
  const wanted = foldedLines(anchor).trimmed[0] ?? "";
  if (wanted === "") return [];
  return [...file.trimmed().entries()]
    .filter(([, line]) => line.startsWith(wanted) && !/\w/.test(line.charAt(wanted.length)))
    .map(([index]) => index);
}

/** Lines that only close what was opened, and so still belong to it. */
const CLOSING = /^\s*(?:[)\]}]+[;,]?|end;?|fi|done|esac)\s*$/;

/**
 * The candidates that lie in the block of an anchor: the lines below it that are indented deeper, closing ones, and the
 * one right behind it. Both lists are 0-based line numbers, ascending; the work is linear in the lines.
 */
function insideBlocks(lines: TextLines, anchors: readonly number[], candidates: readonly number[]): number[] {
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
