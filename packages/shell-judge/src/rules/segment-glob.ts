/** One element of a glob over a single path segment. */
type Token =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly ranges: readonly (readonly [string, string])[]; readonly negated: boolean };

/** A glob over one path segment; `literal` when it holds no wildcard. */
export interface SegmentGlob {
  readonly tokens: readonly Token[];
  readonly literal: string | undefined;
}

/** Reads `*`, `?`, `[a-z]`, `[!a]` and backslash escapes. */
export function parseSegment(text: string): SegmentGlob {
  const tokens: Token[] = [];
  const element = /\\([\s\S])|\[([!^]?)(\]?[^\]]*)\]|([\s\S])/gy;
  for (const match of text.matchAll(element)) tokens.push(tokenOf(match));
  const literal = tokens.every((token) => token.kind === "char")
    ? tokens.map((token) => (token.kind === "char" ? token.char : "")).join("")
    : undefined;
  return { tokens, literal };
}

function tokenOf(match: RegExpMatchArray): Token {
  const [, escaped, negation, body, char] = match;
  if (escaped !== undefined) return { kind: "char", char: escaped };
  if (body !== undefined) return { kind: "class", ranges: rangesOf(body), negated: negation !== "" };
  if (char === "*") return { kind: "star" };
  if (char === "?") return { kind: "any" };
  return { kind: "char", char: char ?? "" };
}

function rangesOf(body: string): readonly (readonly [string, string])[] {
  // A named class or an escape is taken to match anything: a judge errs towards "may match".
  if (/\[[:.=]|\\/.test(body)) return [["\u0000", "\uffff"]];
  return [...body.matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].map(([, from, to, one]) => [
    from ?? one ?? "",
    to ?? one ?? "",
  ]);
}

/** Is there a name that both globs match? Exact for names without classes; never says no wrongly. */
export function segmentsMeet(a: SegmentGlob, b: SegmentGlob): boolean {
  if (a.literal !== undefined && b.literal !== undefined) return a.literal === b.literal;
  let row = closure(b.tokens, new Set([0]));
  for (const token of a.tokens) {
    if (row.size === 0) return false;
    row = step(token, row, b.tokens);
  }
  return row.has(b.tokens.length);
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

function inClass(token: Extract<Token, { kind: "class" }>, char: string): boolean {
  return token.ranges.some(([from, to]) => from <= char && char <= to) !== token.negated;
}
