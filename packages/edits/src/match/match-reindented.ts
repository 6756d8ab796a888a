import { findAll, LineIds, numberUnits } from "./find-all.ts";
import { type IndentShift, indentShift, type LinePair } from "./indent-shift.ts";
import { blockMatch, endsLike, type FoldedLines, foldedLines } from "./line-block.ts";
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
