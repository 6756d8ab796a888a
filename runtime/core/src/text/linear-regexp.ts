import { isWord, parsePattern } from "./parse-pattern.ts";
import { PatternMatcher } from "./pattern-matcher.ts";
import { compileProgram } from "./pattern-program.ts";

/** What a pattern can be made into, or why not. */
export type Compiled =
  | { readonly ok: true; readonly regexp: PatternMatcher }
  | { readonly ok: false; readonly problem: string };

/**
 * Compiles JavaScript's syntax without look-around and back-references, at most 1,000 characters and 1,000 states; a
 * text is read by code points. A pattern and a text from a stranger can keep a backtracking engine busy for years.
 */
export function compileLinearRegExp(source: string): Compiled {
  if (source.length > 1_000) return { ok: false, problem: "the pattern is longer than 1,000 characters" };
  try {
    new RegExp(source);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "the pattern is not valid" };
  }
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  const program = compileProgram(parsed.node, 1_000);
  if (program === undefined) return { ok: false, problem: "the pattern repeats too much" };
  return { ok: true, regexp: new PatternMatcher(program, { standsFor }) };
}

const OTHER_CHARACTER = 32;
const WORD_CHARACTER = 97;

function standsFor(codePoint: number): number {
  if (codePoint === -1) return -1;
  return isWord(codePoint) ? WORD_CHARACTER : OTHER_CHARACTER;
}
