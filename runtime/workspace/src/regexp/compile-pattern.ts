import { compileProgram, PatternMatcher, type PatternNode, type Span } from "@toolwright/core/internal";
import { isWord } from "./character-kinds.ts";
import { parsePattern } from "./parse-pattern.ts";
import { PatternProblem } from "./pattern-reader.ts";

/** How a pattern is meant. */
export interface PatternOptions {
  /** Plain text, no regular expression. */
  readonly fixed?: boolean;
  readonly ignoreCase?: boolean;
  /** A match may reach over lines, and `.` takes line feeds. Otherwise texts are single lines. */
  readonly multiline?: boolean;
  /** A carriage return before a line feed belongs to the end of the line. */
  readonly crlf?: boolean;
}

/** A pattern whose cost is bounded by its length times that of the text, whatever both are. */
export interface CompiledPattern {
  test(line: string): boolean;
  /** The first match that begins at `from` or later; undefined also when `expired` says that time is up. */
  find(text: string, from: number, expired?: () => boolean): Span | undefined;
}

/** What a text can be made into, or why not, in ripgrep's words. */
export type CompileOutcome =
  | { readonly ok: true; readonly pattern: CompiledPattern }
  | { readonly ok: false; readonly problem: string };

/** Longer patterns are refused. In UTF-16 units. */
const MAX_LENGTH = 10_000;
/** More steps make a pattern too large to be followed. */
const MAX_STEPS = 10_000;

/**
 * Compiles the regular expressions of ripgrep (Rust's syntax, without look-around and back-references): for machines
 * without ripgrep, for workspaces in memory, and to tell whose a line is where several searches share one ripgrep.
 * JavaScript's own engine has another syntax, and a pattern and a text from strangers can keep it busy for years; so
 * has the matcher of core, which takes `[[:alpha:]]` for other characters without a word. RE2's syntax, which a library
 * reads, is another one too: it has no sets of classes, its words and digits are ASCII, and it says differently what is
 * wrong.
 */
export function compilePattern(source: string, options: PatternOptions = {}): CompileOutcome {
  if (source.length > MAX_LENGTH) return { ok: false, problem: "the pattern is too long" };
  try {
    const program = compileProgram(parse(source, options), MAX_STEPS);
    if (program === undefined) return { ok: false, problem: "the compiled pattern exceeds the size limit" };
    return { ok: true, pattern: new PatternMatcher(program, { standsFor }) };
  } catch (error) {
    if (error instanceof PatternProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

function parse(source: string, options: PatternOptions): PatternNode {
  const { fixed = false, ignoreCase = false, multiline = false, crlf = false } = options;
  const flags = { ignoreCase, multiLine: true, dotAll: multiline, swapGreed: false, verbose: false, crlf };
  const ends = multiline ? [] : crlf ? [10, 13] : [10];
  const excluded = asksForReplacement(source) ? ends : [...ends, REPLACEMENT];
  return parsePattern(fixed ? escaped(source) : source, { flags, excluded });
}

/** Stands in a decoded text for bytes that are no characters, and those match nothing. */
const REPLACEMENT = 0xfffd;

function asksForReplacement(source: string): boolean {
  return /\uFFFD|\\[xu]\{?0*fffd/i.test(source);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

const WORD_CHARACTER = 97;
const OTHER_CHARACTER = 32;

function standsFor(codePoint: number): number {
  if (codePoint === 10 || codePoint === 13 || codePoint === -1) return codePoint;
  return isWord(codePoint) ? WORD_CHARACTER : OTHER_CHARACTER;
}
