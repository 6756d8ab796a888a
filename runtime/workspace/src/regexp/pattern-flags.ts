import type { PlaceTest } from "@toolwright/core/internal";
import { isWord } from "./character-kinds.ts";
import { PatternProblem } from "./pattern-reader.ts";

/** What letters such as those of `(?i)` switch. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly swapGreed: boolean;
  readonly verbose: boolean;
  /** A carriage return with a line feed, or either alone, ends a line. */
  readonly crlf: boolean;
}

const LETTERS: ReadonlyMap<string, keyof PatternFlags> = new Map([
  ["i", "ignoreCase"],
  ["m", "multiLine"],
  ["s", "dotAll"],
  ["U", "swapGreed"],
  ["x", "verbose"],
  ["R", "crlf"],
]);

/** The flags after letters such as `i`, `is` or `i-s`. */
export function withFlags(flags: PatternFlags, letters: string): PatternFlags {
  const changed = { ...flags };
  let on = true;
  for (const letter of letters) {
    const flag = LETTERS.get(letter);
    if (letter === "-") on = false;
    else if (flag !== undefined) changed[flag] = on;
    else if (letter !== "u" || !on) throw new PatternProblem("unrecognized flag");
  }
  return changed;
}

const LF = 10;
const CR = 13;

/** What `^` asks for. */
export function lineStart({ multiLine, crlf }: PatternFlags): PlaceTest {
  if (!multiLine) return (before) => before === -1;
  if (!crlf) return (before) => before === -1 || before === LF;
  return (before, after) => before === -1 || before === LF || (before === CR && after !== LF);
}

/** What `$` asks for. */
export function lineEnd({ multiLine, crlf }: PatternFlags): PlaceTest {
  if (!multiLine) return (_before, after) => after === -1;
  if (!crlf) return (_before, after) => after === -1 || after === LF;
  return (before, after) => after === -1 || after === CR || (after === LF && before !== CR);
}

/** Places between, before and after words, by the name that stands in `\b{…}`. */
export const WORD_PLACES: ReadonlyMap<string, PlaceTest> = new Map<string, PlaceTest>([
  ["", (before, after) => isWord(before) !== isWord(after)],
  ["start", (before, after) => !isWord(before) && isWord(after)],
  ["end", (before, after) => isWord(before) && !isWord(after)],
  ["start-half", (before) => !isWord(before)],
  ["end-half", (_before, after) => !isWord(after)],
]);
