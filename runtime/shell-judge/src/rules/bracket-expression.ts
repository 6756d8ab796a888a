import { type CharSet, complement, NO_CHARS, rangeOf, union } from "./char-set.ts";

/** A class of a glob: the characters that it may stand for, and where the glob goes on behind it. */
export interface BracketExpression {
  readonly set: CharSet;
  readonly end: number;
  /** Every program reads it alike, character by character: letters, digits and their ranges, nothing left out. */
  readonly plain: boolean;
}

/**
 * Reads the class that begins at a bracket as bash does. Undefined: no bracket closes it, so it stands for itself.
 * `"unclear"`: programs, versions and locales read it or end it differently, as one with a name (`[:alpha:]`) in it.
 */
export function bracketExpression(text: string, start: number): BracketExpression | "unclear" | undefined {
  const negated = /[!^]/.test(text[start + 1] ?? "");
  const first = start + (negated ? 2 : 1);
  let set = NO_CHARS;
  let at = first;
  while (at < text.length && (text[at] !== "]" || at === first)) {
    const member = memberAt(text, at);
    if (member === undefined) return "unclear";
    [set, at] = [union(set, member.set), member.end];
  }
  if (at >= text.length) return undefined;
  const plain = !negated && /^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w.,])+$/.test(text.slice(first, at));
  return { set: negated ? complement(set) : set, end: at + 1, plain };
}

/** A character of a class, or a range. Undefined: a name, a range backwards, or one to a name or an escape. */
function memberAt(text: string, at: number): { readonly set: CharSet; readonly end: number } | undefined {
  if (startsName(text, at)) return undefined;
  const from = characterAt(text, at);
  const last = text[from.end + 1];
  const to = text[from.end] === "-" && last !== "]" && last !== undefined ? characterAt(text, from.end + 1) : from;
  if (to.code < from.code || (to !== from && startsName(text, from.end + 1))) return undefined;
  return { set: rangeOf(from.code, to.code), end: to.end };
}

function startsName(text: string, at: number): boolean {
  return /^\[[:=.]/.test(text.slice(at, at + 2));
}

function characterAt(text: string, at: number): { readonly code: number; readonly end: number } {
  const start = text[at] === "\\" ? at + 1 : at;
  const code = text.codePointAt(start) ?? 0;
  return { code, end: start + (code > 0xffff ? 2 : 1) };
}
