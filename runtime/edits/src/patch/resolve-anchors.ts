import { type EditFailure, editFailure } from "../edit-failure.ts";
import { foldedLines } from "../match/line-block.ts";
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
  const inside = insideBlocks(file, anchors, candidates);
  if (inside.length > 0) return inside;
  const first = anchors[0] ?? 0;
  return candidates.filter((line) => line >= first);
}

function placesOf(file: PatchLines, anchor: string, wholeLines: boolean): readonly number[] {
  for (const tier of TIERS) {
    const found = file.places(tier, [anchor]);
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

/**
 * The candidates that lie in the block of an anchor. Both lists are 0-based line numbers, ascending; the work is linear
 * in the lines.
 */
function insideBlocks(file: PatchLines, anchors: readonly number[], candidates: readonly number[]): number[] {
  const inside: number[] = [];
  let next = 0;
  for (const [index, anchor] of anchors.entries()) {
    const limit = anchors[index + 1] ?? file.lines.count;
    const end = file.blockEnd(anchor, limit);
    for (; next < candidates.length && (candidates[next] ?? 0) < limit; next += 1) {
      const candidate = candidates[next] ?? 0;
      if (candidate >= anchor && candidate < end) inside.push(candidate);
    }
  }
  return inside;
}
