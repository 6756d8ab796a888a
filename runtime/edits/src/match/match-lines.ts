import { findAll, LineIds, numberUnits } from "./find-all.ts";
import { type IndentShift, indentShift, type LinePair } from "./indent-shift.ts";
import { blockMatch, endsLike, type FoldedLines, foldedLines, type LineBlock } from "./line-block.ts";
import { type EditStrings, MAX_COUNTED_PLACES, type MatchAttempt, NO_MATCH } from "./match-attempt.ts";
import { type TextLines, textLines } from "./text-lines.ts";

/** Indentations compared at most; a text that needs more is no honest edit. */
const MAX_COMPARED_LINES = 5_000_000;

interface Place {
  readonly first: number;
  readonly shift: IndentShift;
}

/**
 * Tier 3: whole lines, equal but for one run of blanks that every line has more or less than asked for.
 * The new text is shifted by the same blanks, or the edit is refused.
 */
export function matchReindented(text: string, strings: EditStrings): MatchAttempt {
  const wanted = foldedLines(strings.oldText);
  if (wanted.trimmed.every((line) => line === "")) return NO_MATCH;
  const lines = textLines(text);
  const places = placesOf(lines, wanted, strings.oldText);
  const [place, second] = places;
  if (place === undefined) return NO_MATCH;
  if (second !== undefined) return { kind: "ambiguous", starts: places.map(({ first }) => lines.start(first)) };
  const block = { first: place.first, count: wanted.lines.length };
  return blockMatch(lines, block, { ...strings, shift: place.shift, notes: [] });
}

function placesOf(lines: TextLines, wanted: FoldedLines, oldText: string): Place[] {
  const actual = foldedLines(lines.text);
  const ids = new LineIds();
  const [actualIds, wantedIds] = [actual, wanted].map(({ trimmed }) => trimmed.map((line) => ids.of(line)));
  const places: Place[] = [];
  let budget = MAX_COMPARED_LINES;
  for (const first of findAll(numberUnits(actualIds ?? []), numberUnits(wantedIds ?? []))) {
    budget -= wanted.lines.length;
    if (budget < 0 || places.length >= MAX_COUNTED_PLACES) break;
    if (!endsLike(lines, { first, count: wanted.lines.length }, oldText)) continue;
    const shift = indentShift(pairsAt(actual, wanted, first));
    if (shift !== undefined) places.push({ first, shift });
  }
  // Out of budget: what was not looked at might match too, so nothing is unique.
  return budget < 0 ? [] : places;
}

function* pairsAt(actual: FoldedLines, wanted: FoldedLines, first: number): Generator<LinePair> {
  for (const [index, line] of wanted.lines.entries()) yield { wanted: line, actual: actual.lines[first + index] ?? "" };
}

/** At least this part of the lines between first and last must be equal. */
const MIN_EQUAL_PART = 0.6;

interface ScoredBlock extends LineBlock {
  readonly equal: number;
}

/**
 * Only when asked for: whole lines whose first and last are equal but for indentation and of which enough in between
 * are. The best place must be the only best one, and its equal lines must share one shift of indentation.
 */
export function matchBlockAnchor(text: string, strings: EditStrings): MatchAttempt {
  const wanted = foldedLines(strings.oldText);
  if (wanted.lines.length < 3) return NO_MATCH;
  const lines = textLines(text);
  const actual = foldedLines(text);
  const best = bestBlocks(lines, actual, wanted, strings.oldText);
  const [block, tie] = best;
  if (block === undefined) return NO_MATCH;
  if (tie !== undefined) return { kind: "ambiguous", starts: best.map(({ first }) => lines.start(first)) };
  const shift = shiftOf(actual, wanted, block);
  if (shift === undefined) {
    return { kind: "unfit", start: lines.start(block.first), because: "its lines are not all indented alike" };
  }
  const notes = [
    `matched by first and last line; ${block.equal} of ${wanted.lines.length - 2} lines between are equal`,
  ];
  return blockMatch(lines, block, { ...strings, shift, notes });
}

function bestBlocks(lines: TextLines, actual: FoldedLines, wanted: FoldedLines, oldText: string): ScoredBlock[] {
  const count = wanted.lines.length;
  const needed = MIN_EQUAL_PART * (count - 2);
  let best: ScoredBlock[] = [];
  let budget = MAX_COMPARED_LINES;
  for (let first = 0; first + count <= lines.count; first += 1) {
    if (actual.trimmed[first] !== wanted.trimmed[0]) continue;
    if (actual.trimmed[first + count - 1] !== wanted.trimmed[count - 1]) continue;
    if (!endsLike(lines, { first, count }, oldText)) continue;
    budget -= count;
    if (budget < 0) return [];
    const equal = equalLines(actual, wanted, first).length - 2;
    if (equal < needed || equal < (best[0]?.equal ?? 0)) continue;
    const block = { first, count, equal };
    best = equal === best[0]?.equal ? [...best, block] : [block];
  }
  return best;
}

function equalLines(actual: FoldedLines, wanted: FoldedLines, first: number): number[] {
  return [...wanted.trimmed.keys()].filter((index) => actual.trimmed[first + index] === wanted.trimmed[index]);
}

function shiftOf(actual: FoldedLines, wanted: FoldedLines, block: ScoredBlock): IndentShift | undefined {
  const pairs = equalLines(actual, wanted, block.first).map((index) => ({
    wanted: wanted.lines[index] ?? "",
    actual: actual.lines[block.first + index] ?? "",
  }));
  return indentShift(pairs);
}
