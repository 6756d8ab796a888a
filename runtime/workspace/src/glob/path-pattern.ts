/** A glob over the names of a path; `**` stands for any number of them. */
export type PathPattern = readonly (SegmentPattern | "**")[];

/** Reads a glob without braces. Empty names, as in `a//b`, count for nothing. */
export function parsePathPattern(text: string): PathPattern {
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  return names.map((name) => (name === "**" ? name : parseSegmentPattern(name)));
}

/** Whether all names of a path fit. At the end `**` needs at least one. */
export function matchesPath(pattern: PathPattern, names: readonly string[]): boolean {
  const used = matchSequence(
    {
      length: pattern.length,
      isStar: (at) => pattern[at] === "**",
      fits: (at, index) => fits(pattern[at], names[index] ?? ""),
    },
    names.length,
  );
  return used === pattern.length;
}

function fits(segment: SegmentPattern | "**" | undefined, name: string): boolean {
  return segment !== undefined && segment !== "**" && matchesSegment(segment, name);
}

type Token =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly Range[] };

type Range = readonly [from: string, to: string];

/** A glob over one name of a path. */
type SegmentPattern = readonly Token[];

const ELEMENT = /\\([\s\S])|\[([!^]?)(\](?:\\[\s\S]|[^\\\]])*|(?:\\[\s\S]|[^\\\]])+)\]|([\s\S])/gu;

/** Reads `*`, `?`, `[a-z]`, `[!a]` and backslash escapes. A bracket that is never closed stands for itself. */
function parseSegmentPattern(text: string): SegmentPattern {
  return Array.from(text.matchAll(ELEMENT), ([, escaped, negation, body, plain]): Token => {
    if (escaped !== undefined) return { kind: "character", character: escaped };
    if (body !== undefined) return { kind: "class", negated: negation !== "", ranges: rangesOf(body) };
    if (plain === "*") return { kind: "star" };
    return plain === "?" ? { kind: "any" } : { kind: "character", character: plain ?? "" };
  });
}

/** Whether a name fits, in time bounded by the name times the pattern. */
function matchesSegment(pattern: SegmentPattern, name: string): boolean {
  const characters = Array.from(name);
  const used = matchSequence(
    {
      length: pattern.length,
      isStar: (at) => pattern[at]?.kind === "star",
      fits: (at, index) => fitsToken(pattern[at], characters[index] ?? ""),
    },
    characters.length,
  );
  return used !== undefined && pattern.slice(used).every((token) => token.kind === "star");
}

function fitsToken(token: Token | undefined, character: string): boolean {
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

/** A pattern of elements, some of which stand for any number of things. */
interface SequencePattern {
  readonly length: number;
  isStar(at: number): boolean;
  /** Does this element, which is no star, fit the thing at this place? */
  fits(at: number, index: number): boolean;
}

/**
 * How much of a pattern was used when all things were: its length when it fits, less when stars are left, undefined
 * when it does not fit. In time bounded by the product of both: after a mismatch only the last star takes one thing
 * more, because an earlier one could not help.
 */
function matchSequence(pattern: SequencePattern, count: number): number | undefined {
  let retry: { readonly at: number; readonly index: number } | undefined;
  let [at, index] = [0, 0];
  while (index < count) {
    if (at < pattern.length && pattern.isStar(at)) {
      retry = { at, index };
      at += 1;
    } else if (at < pattern.length && pattern.fits(at, index)) {
      at += 1;
      index += 1;
    } else {
      if (retry === undefined) return undefined;
      retry = { at: retry.at, index: retry.index + 1 };
      [at, index] = [retry.at + 1, retry.index];
    }
  }
  return at;
}
