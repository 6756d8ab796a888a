import { type IndentShift, indentShift } from "./indent-shift.ts";
import { blockMatch, endsLike, type FoldedLines, foldedLines, type LineBlock } from "./line-block.ts";
import { type EditStrings, type MatchAttempt, NO_MATCH } from "./match-attempt.ts";
import { type TextLines, textLines } from "./text-lines.ts";

/** At least this part of the lines between first and last must be equal. */
const MIN_EQUAL_PART = 0.6;

/** Lines compared at most. */
const MAX_COMPARED_LINES = 5_000_000;

interface ScoredBlock extends LineBlock {
  readonly equal: number;
}

/**
 * Only when asked for: whole lines whose first and last are equal but for indentation and of which enough in between are.
 * The best place must be the only best one, and its equal lines must share one shift of indentation.
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
