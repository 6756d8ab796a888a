/** One element of a glob over a single path segment. */
type Token =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly ranges: readonly (readonly [string, string])[] };

/** A glob over one path segment; `literal` when it holds no wildcard. */
export class SegmentGlob {
  readonly literal: string | undefined;
  readonly #text: string;
  #tokens: readonly Token[] | undefined;

  constructor(text: string) {
    this.#text = text;
    if (/[*?[\\]/.test(text)) this.literal = literalOf(this.tokens);
    else this.literal = text;
  }

  get tokens(): readonly Token[] {
    this.#tokens ??= tokensIn(this.#text);
    return this.#tokens;
  }
}

/**
 * Reads `*`, `?`, `[a-z]` and backslash escapes as bash does. A class that is not only letters, digits and their ranges
 * is any character.
 */
export function parseSegment(text: string): SegmentGlob {
  return new SegmentGlob(text);
}

function literalOf(tokens: readonly Token[]): string | undefined {
  let literal = "";
  for (const token of tokens) {
    if (token.kind !== "char") return undefined;
    literal += token.char;
  }
  return literal;
}

/**
 * Has a class in it of which nobody says here which characters it holds: a name (`[:alpha:]`), an escape, a negation.
 */
export function holdsOpenClass(text: string): boolean {
  return [...text.matchAll(ELEMENT)].some(([, , body]) => body !== undefined && !isPlainClass(body));
}

/**
 * An escape, a class, or one character. A bracket right behind `[`, in a name (`[:x:]`, `[=x=]`, `[.x.]`) or escaped
 * ends no class.
 */
const ELEMENT = /\\([\s\S])|\[([!^]?\]?(?:\[:[^:\]]*:\]|\[=[^=]*=\]|\[\.[^.]*\.\]|\\[\s\S]|[^\]\\])*)\]|([\s\S])/gu;

/** A longer glob is not read: it may be any name. In UTF-16 units. */
const MAX_GLOB = 1_000;

function tokensIn(text: string): readonly Token[] {
  if (!/[*?[\\]/.test(text)) return [...text].map((char) => ({ kind: "char", char }));
  if (text.length > MAX_GLOB) return [{ kind: "star" }];
  const tokens = [...text.matchAll(ELEMENT)].map(([, escaped, body, char]): Token => {
    if (escaped !== undefined) return { kind: "char", char: escaped };
    if (body !== undefined) return isPlainClass(body) ? { kind: "class", ranges: rangesOf(body) } : { kind: "any" };
    if (char === "*") return { kind: "star" };
    if (char === "?") return { kind: "any" };
    return { kind: "char", char: char ?? "" };
  });
  // Stars in a row mean one.
  return tokens.filter(({ kind }, index) => kind !== "star" || tokens[index - 1]?.kind !== "star");
}

function isPlainClass(body: string): boolean {
  if (!/^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w.,])+$/.test(body)) return false;
  return [...body.matchAll(/(\w)-(\w)/g)].every(([, from = "", to = ""]) => from <= to);
}

/** A range of letters may have been written in two cases: `[A-z]` also holds what lies between them. */
function rangesOf(body: string): readonly (readonly [string, string])[] {
  return [...body.matchAll(/(\w)-(\w)|([\s\S])/g)].flatMap(
    ([, from, to, one]): readonly (readonly [string, string])[] => {
      if (from === undefined || to === undefined) return [[one ?? "", one ?? ""]];
      return /\d/.test(from)
        ? [[from, to]]
        : [
            [from, to],
            ["[", "`"],
          ];
    },
  );
}

/** Is there a name that both globs match? Exact for names without classes; never says no wrongly. */
export function segmentsMeet(a: SegmentGlob, b: SegmentGlob): boolean {
  if (a.literal !== undefined && b.literal !== undefined) return a.literal === b.literal;
  if (b.literal !== undefined) return segmentFits(a, b.literal);
  if (a.literal !== undefined) return segmentFits(b, a.literal);
  let row = closure(b.tokens, new Set([0]));
  for (const token of a.tokens) {
    if (row.size === 0) return false;
    row = step(token, row, b.tokens);
  }
  return row.has(b.tokens.length);
}

/**
 * Does this name fit the glob? Of a star only the last one is tried again: a name of n letters takes at most n times
 * its elements.
 */
export function segmentFits({ tokens }: SegmentGlob, name: string): boolean {
  const letters = [...name];
  let [token, letter, star, starred] = [0, 0, -1, 0];
  while (letter < letters.length) {
    const one = tokens[token];
    if (one?.kind === "star") [star, starred] = [token++, letter];
    else if (one !== undefined && overlap(one, { kind: "char", char: letters[letter] ?? "" }))
      [token, letter] = [token + 1, letter + 1];
    else if (star < 0) return false;
    else [token, letter] = [star + 1, ++starred];
  }
  return tokens.slice(token).every(({ kind }) => kind === "star");
}

/** The positions in `b` that can be reached after one more element of `a`. */
function step(token: Token, row: ReadonlySet<number>, b: readonly Token[]): ReadonlySet<number> {
  if (token.kind === "star") {
    const from = Math.min(...row);
    return new Set(Array.from({ length: b.length - from + 1 }, (_, index) => from + index));
  }
  const next = new Set<number>();
  for (const at of row) {
    const other = b[at];
    if (other === undefined) continue;
    if (other.kind === "star") next.add(at);
    else if (overlap(token, other)) next.add(at + 1);
  }
  return closure(b, next);
}

/** A star may stand for nothing. */
function closure(b: readonly Token[], row: Set<number>): ReadonlySet<number> {
  for (const at of row) if (b[at]?.kind === "star") row.add(at + 1);
  return row;
}

function overlap(a: Token, b: Token): boolean {
  if (a.kind === "char" && b.kind === "char") return a.char === b.char;
  if (a.kind === "class" && b.kind === "char") return inClass(a, b.char);
  if (a.kind === "char" && b.kind === "class") return inClass(b, a.char);
  return true;
}

function inClass({ ranges }: Extract<Token, { kind: "class" }>, char: string): boolean {
  return ranges.some(([from, to]) => from <= char && char <= to);
}
