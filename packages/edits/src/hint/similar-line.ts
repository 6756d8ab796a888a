import type { TextLines } from "../match/text-lines.ts";

/** The search is left out above this: lines of the file × length of the text squared (gemini-cli's cap). */
const MAX_COMPLEXITY = 4e8;

/** Less alike than this is no help (part of the pairs of characters that are shared). */
const MIN_SIMILARITY = 0.6;

/** Only so much of a line is compared (characters). */
const MAX_COMPARED = 200;

/** The line of the file most like the longest wanted line; both 0-based. Undefined when none is, or it would take too long. */
export function mostSimilarLine(
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
