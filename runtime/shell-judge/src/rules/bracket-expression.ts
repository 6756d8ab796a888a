import { type CharSet, complement, NO_CHARS, rangeOf, setOf, union } from "./char-set.ts";

/** A class of a glob: the characters that it may stand for, and where the glob goes on behind it. */
export interface BracketExpression {
  readonly set: CharSet;
  readonly end: number;
  /** Every program reads it alike, character by character: letters, digits and their ranges, nothing left out. */
  readonly plain: boolean;
}

/**
 * Reads the class that begins at a bracket as bash does. Undefined: no bracket closes it, so it stands for itself.
 * `"unclear"`: programs, versions and locales end it at different places, or it names characters unknown here.
 */
export function bracketExpression(text: string, start: number): BracketExpression | "unclear" | undefined {
  const negated = /[!^]/.test(text[start + 1] ?? "");
  const first = start + (negated ? 2 : 1);
  let [may, sure] = [NO_CHARS, NO_CHARS];
  let [at, named] = [first, false];
  while (at < text.length && (text[at] !== "]" || at === first)) {
    const member = memberAt(text, at);
    if (member === undefined) return "unclear";
    named ||= startsName(text, at);
    [may, sure, at] = [union(may, member.may), union(sure, member.sure), member.end];
  }
  // A program that knows no names ends such a class at the bracket of the name.
  if (at >= text.length) return named ? "unclear" : undefined;
  const plain = !negated && /^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w.,])+$/.test(text.slice(first, at));
  return { set: negated ? complement(sure) : may, end: at + 1, plain };
}

/** A character of a class, a range or a name: which characters it may stand for, and for which in every locale. */
interface Member {
  readonly may: CharSet;
  readonly sure: CharSet;
  readonly end: number;
}

function memberAt(text: string, at: number): Member | undefined {
  if (startsName(text, at)) return namedAt(text, at);
  const from = characterAt(text, at);
  const last = text[from.end + 1];
  const to = text[from.end] === "-" && last !== "]" && last !== undefined ? characterAt(text, from.end + 1) : from;
  // A range that runs backwards, or ends in a name, is read in several ways.
  if (to.code < from.code || (to !== from && startsName(text, from.end + 1))) return undefined;
  const set = rangeOf(from.code, to.code);
  return { may: set, sure: set, end: to.end };
}

function startsName(text: string, at: number): boolean {
  return /^\[[:=.]/.test(text.slice(at, at + 2));
}

function characterAt(text: string, at: number): { readonly code: number; readonly end: number } {
  const start = text[at] === "\\" ? at + 1 : at;
  const code = text.codePointAt(start) ?? 0;
  return { code, end: start + (code > 0xffff ? 2 : 1) };
}

/**
 * `[:alpha:]`. One that begins a range, or that is no such name, is unclear. So are `[=e=]` and `[.e.]`: git knows
 * neither, and bash takes the bracket behind `[=e=]` for one of the characters, but only where the name did not fit.
 */
function namedAt(text: string, at: number): Member | undefined {
  const [whole = "", name = ""] = /^\[:([a-z]+):\]/.exec(text.slice(at, at + MAX_NAME)) ?? [];
  const end = at + whole.length;
  const sure = CLASSES.get(name);
  if (sure === undefined || (text[end] === "-" && text[end + 1] !== "]")) return undefined;
  // Which characters beyond ASCII have a name is the locale's to say.
  return { may: { ...sure, others: true }, sure, end };
}

const MAX_NAME = 12;

const codes = (...ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([from, to]) => rangeOf(from, to)).reduce(union, NO_CHARS);

/** The names of POSIX, for ASCII; `word` is bash's own. */
const CLASSES: ReadonlyMap<string, CharSet> = new Map([
  ["alnum", codes([48, 57], [65, 90], [97, 122])],
  ["alpha", codes([65, 90], [97, 122])],
  ["blank", setOf(" \t")],
  ["cntrl", codes([0, 31], [127, 127])],
  ["digit", codes([48, 57])],
  ["graph", codes([33, 126])],
  ["lower", codes([97, 122])],
  ["print", codes([32, 126])],
  ["punct", codes([33, 47], [58, 64], [91, 96], [123, 126])],
  ["space", codes([9, 13], [32, 32])],
  ["upper", codes([65, 90])],
  ["word", codes([48, 57], [65, 90], [95, 95], [97, 122])],
  ["xdigit", codes([48, 57], [65, 70], [97, 102])],
]);
