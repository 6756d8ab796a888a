import type { Token } from "./glob-token.ts";
import { fits } from "./segment-glob.ts";

/** The inside of `Bash(…)`. */
export interface CommandPattern {
  readonly words: readonly string[];
  /** Ends in `:*` or ` *`: anything may follow after a word boundary. */
  readonly open: boolean;
  /** A `*` stands elsewhere in it. */
  readonly wild: boolean;
}

/** Stands between words, so that a blank inside an argument is not taken for a boundary. */
const BOUNDARY = "\u0000";

/** Reads `git diff:*`, `npm run test`, `git * main`, `*`. Undefined when quotes do not close or nothing is in it. */
export function parseCommandPattern(text: string): CommandPattern | undefined {
  const trimmed = text.trim();
  const open = /(?::\*|\s\*|^\*)$/.test(trimmed);
  const words = splitWords(open ? trimmed.replace(/:?\*$/, "") : trimmed);
  if (words === undefined || (words.length === 0 && !open)) return undefined;
  return { words, open, wild: words.some((word) => word.includes("*")) };
}

/** Does the pattern match exactly these arguments, the first being the command's name? */
export function commandMatches(pattern: CommandPattern, argv: readonly string[]): boolean {
  if (pattern.wild) return wildMatches(pattern, argv);
  if (pattern.open ? argv.length < pattern.words.length : argv.length !== pattern.words.length) return false;
  return pattern.words.every((word, index) => word === argv[index]);
}

/** True for a pattern that names one command to the letter. */
export function isExact(pattern: CommandPattern): boolean {
  return !pattern.open && !pattern.wild;
}

function wildMatches(pattern: CommandPattern, argv: readonly string[]): boolean {
  const text = argv.join(BOUNDARY);
  const joined = pattern.words.join(BOUNDARY);
  if (!pattern.open) return wildcardMatches(joined, text);
  return wildcardMatches(joined, text) || wildcardMatches(`${joined}${BOUNDARY}*`, text);
}

/** Does `text` match a pattern whose `*` stands for anything, also nothing? Time: pattern × text at worst. */
export function wildcardMatches(pattern: string, text: string): boolean {
  const tokens = [...pattern].map((char): Token => (char === "*" ? { kind: "star" } : { kind: "char", char }));
  return fits(tokens, [...text]);
}

/** Splits a command pattern at blanks, quotes keeping a word together. An open quote is undefined. */
export function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  const part = /\s*((?:[^\s'"]|'[^']*'|"[^"]*")+)/y;
  const trimmed = text.trim();
  while (part.lastIndex < trimmed.length) {
    const match = part.exec(trimmed);
    if (match?.[1] === undefined) return undefined;
    words.push(match[1].replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  }
  return words;
}
