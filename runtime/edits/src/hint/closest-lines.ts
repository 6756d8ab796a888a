import { cutWithEllipsis } from "@toolwright/core/internal";
import { foldedLines, type LineBlock } from "../match/line-block.ts";
import { numberedLine, type TextLines, textLines } from "../match/text-lines.ts";

/** What to say about the place that comes nearest, and its lines. */
export interface ClosestLines {
  readonly sentence: string;
  readonly excerpt: string;
}

/** Lines before and after that are worth reading again. */
const MARGIN = 3;

/** Longer lines are quoted in part (characters). */
const MAX_QUOTED = 100;

/** Longer texts are not searched for hints (characters): what is left takes some 50 ms. */
export const MAX_SEARCHED = 500_000;

const NOTHING_NEAR: ClosestLines = { sentence: "Read the file again and copy the text exactly.", excerpt: "" };

interface Near {
  /** 0-based line of the file. */
  readonly line: number;
  /** 0-based line of the wanted text that belongs to it. */
  readonly wanted: number;
  readonly equal: boolean;
}

/** Finds the place that shares the most lines with the wanted text, else the line most like its most telling one. */
export function closestLines(lines: TextLines, wantedText: string): ClosestLines {
  if (lines.text.length > MAX_SEARCHED || wantedText.length > MAX_SEARCHED) return NOTHING_NEAR;
  const wanted = foldedLines(wantedText).trimmed;
  const near = sharedBlock(lines, wanted) ?? similarBlock(lines, wanted, wantedText);
  if (near === undefined) return NOTHING_NEAR;
  const first = Math.max(0, near.line - near.wanted);
  const block = { first, count: textLines(wantedText).count };
  return { sentence: sentenceFor(lines, near), excerpt: excerptOf(lines, block, wantedText) };
}

function sentenceFor(lines: TextLines, { line, equal }: Near): string {
  const number = line + 1;
  const range = `${Math.max(1, number - MARGIN)}-${Math.min(lines.count, number + MARGIN + 1)}`;
  const text = JSON.stringify(cutWithEllipsis(lines.line(line).trim(), MAX_QUOTED));
  const what = equal ? `The line ${text} is at line ${number}` : `The closest line is ${text} at line ${number}`;
  return `${what}; re-read lines ${range}.`;
}

/** Each shared line votes for where the wanted text would begin; blank and very common lines have no vote. */
function sharedBlock(lines: TextLines, wanted: readonly string[]): Near | undefined {
  const places = placesByLine(foldedLines(lines.text).trimmed);
  const votes = new Map<number, { count: number; near: Near }>();
  for (const [index, line] of wanted.entries()) {
    const found = /\w/.test(line) ? (places.get(line) ?? []) : [];
    if (found.length > 100) continue;
    for (const at of found) {
      const vote = votes.get(at - index) ?? { count: 0, near: { line: at, wanted: index, equal: true } };
      votes.set(at - index, { ...vote, count: vote.count + 1 });
    }
  }
  let best: { count: number; near: Near } | undefined;
  for (const vote of votes.values()) if (vote.count > (best?.count ?? 0)) best = vote;
  return best?.near;
}

function placesByLine(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  return places;
}

function similarBlock(lines: TextLines, wanted: readonly string[], wantedText: string): Near | undefined {
  const similar = mostSimilarLine(lines, wanted, wantedText.length);
  return similar === undefined ? undefined : { ...similar, equal: false };
}

/** A hint is never longer (characters). */
const MAX_HINT = 2000;

/** Longer lines are cut (characters). */
const MAX_LINE = 160;

/** The lines of a block, numbered; blanks are made visible in those that differ from what was wanted. */
function excerptOf(lines: TextLines, block: LineBlock, wantedText: string): string {
  const wanted = textLines(wantedText);
  const shown = ["Closest lines in the file (blanks visible where a line differs):"];
  let length = shown[0]?.length ?? 0;
  for (let index = 0; index < block.count && block.first + index < lines.count; index += 1) {
    const actual = lines.line(block.first + index);
    const quoted = cutWithEllipsis(actual, MAX_LINE);
    const line = numberedLine(block.first + index + 1, actual === wanted.line(index) ? quoted : visible(quoted));
    length += line.length + 1;
    if (length > MAX_HINT - 2) {
      shown.push("…");
      break;
    }
    shown.push(line);
  }
  return shown.join("\n");
}

function visible(line: string): string {
  return line.replaceAll("\t", "→").replaceAll(" ", "·").replaceAll("\u00A0", "⍽").replaceAll("\r", "␍");
}

/** The search is left out above this: lines of the file × length of the text squared (gemini-cli's cap). */
const MAX_COMPLEXITY = 4e8;

/** Less alike than this is no help (part of the pairs of characters that are shared). */
const MIN_SIMILARITY = 0.6;

/** Only so much of a line is compared (characters). */
const MAX_COMPARED = 200;

/**
 * The line of the file most like the longest wanted line; both 0-based. Undefined when none is, or it would take too
 * long.
 */
function mostSimilarLine(
  lines: TextLines,
  wanted: readonly string[],
  wantedLength: number,
): { readonly line: number; readonly wanted: number } | undefined {
  if (lines.count * wantedLength ** 2 > MAX_COMPLEXITY) return undefined;
  const longest = indexOfLongest(wanted);
  const pairs = new Set(pairsOf(wanted[longest] ?? ""));
  if (pairs.size === 0) return undefined;
  let best = { line: -1, score: MIN_SIMILARITY };
  for (let line = 0; line < lines.count; line += 1) {
    const score = similarity(pairs, pairsOf(lines.line(line).trim()));
    if (score > best.score) best = { line, score };
  }
  return best.line === -1 ? undefined : { line: best.line, wanted: longest };
}

function indexOfLongest(lines: readonly string[]): number {
  let longest = 0;
  for (const [index, line] of lines.entries()) if (line.length > (lines[longest]?.length ?? 0)) longest = index;
  return longest;
}

/** Dice's coefficient, near enough: a pair that a line has twice counts twice. */
function similarity(wanted: ReadonlySet<number>, pairs: readonly number[]): number {
  const shared = pairs.reduce((count, pair) => count + (wanted.has(pair) ? 1 : 0), 0);
  return (2 * Math.min(shared, wanted.size)) / (wanted.size + pairs.length);
}

/** Two neighbouring code units as one number. */
function pairsOf(line: string): number[] {
  const pairs: number[] = [];
  const end = Math.min(line.length, MAX_COMPARED) - 1;
  for (let index = 0; index < end; index += 1)
    pairs.push(line.charCodeAt(index) * 0x10000 + line.charCodeAt(index + 1));
  return pairs;
}
