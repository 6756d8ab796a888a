import { matchSequence } from "./match-sequence.ts";

type Token =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly Range[] };

type Range = readonly [from: string, to: string];

/** A glob over one name of a path. */
export type SegmentPattern = readonly Token[];

const ELEMENT = /\\([\s\S])|\[([!^]?)(\](?:\\[\s\S]|[^\\\]])*|(?:\\[\s\S]|[^\\\]])+)\]|([\s\S])/gu;

/** Reads `*`, `?`, `[a-z]`, `[!a]` and backslash escapes. A bracket that is never closed stands for itself. */
export function parseSegmentPattern(text: string): SegmentPattern {
  return Array.from(text.matchAll(ELEMENT), ([, escaped, negation, body, plain]): Token => {
    if (escaped !== undefined) return { kind: "character", character: escaped };
    if (body !== undefined) return { kind: "class", negated: negation !== "", ranges: rangesOf(body) };
    if (plain === "*") return { kind: "star" };
    return plain === "?" ? { kind: "any" } : { kind: "character", character: plain ?? "" };
  });
}

/** Whether a name fits, in time bounded by the name times the pattern. */
export function matchesSegment(pattern: SegmentPattern, name: string): boolean {
  const characters = Array.from(name);
  const used = matchSequence(
    {
      length: pattern.length,
      isStar: (at) => pattern[at]?.kind === "star",
      fits: (at, index) => fits(pattern[at], characters[index] ?? ""),
    },
    characters.length,
  );
  return used !== undefined && pattern.slice(used).every((token) => token.kind === "star");
}

function fits(token: Token | undefined, character: string): boolean {
  if (token === undefined) return false;
  if (token.kind === "character") return token.character === character;
  if (token.kind === "any") return true;
  if (token.kind === "star") return false;
  return token.ranges.some((range) => inRange(range, character)) !== token.negated;
}

function inRange([from, to]: Range, character: string): boolean {
  const codePoint = codePointOf(character);
  return codePointOf(from) <= codePoint && codePoint <= codePointOf(to);
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function rangesOf(body: string): readonly Range[] {
  const members = body.matchAll(/\\?([\s\S])-\\?([\s\S])|\\?([\s\S])/gu);
  return Array.from(members, ([, from, to, one]): Range => [from ?? one ?? "", to ?? one ?? ""]);
}
