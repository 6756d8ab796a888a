import { type Fold, type Token, tokensIn } from "./glob-token.ts";

/** A glob over one path segment; `literal` when it holds no wildcard. */
export class SegmentGlob {
  readonly literal: string | undefined;
  readonly #text: string;
  readonly #fold: Fold | undefined;
  #tokens: readonly Token[] | undefined;

  constructor(text: string, fold?: Fold) {
    this.#text = text;
    this.#fold = fold;
    this.literal = /[*?[\\]/.test(text) ? literalOf(this.tokens) : (fold?.(text) ?? text);
  }

  get tokens(): readonly Token[] {
    this.#tokens ??= tokensIn(this.#text, this.#fold);
    return this.#tokens;
  }
}

/** Reads a glob; `fold`: it is compared with names that are folded so. */
export function parseSegment(text: string, fold?: Fold): SegmentGlob {
  return new SegmentGlob(text, fold);
}

function literalOf(tokens: readonly Token[]): string | undefined {
  let literal = "";
  for (const token of tokens) {
    if (token.kind !== "char") return undefined;
    literal += token.char;
  }
  return literal;
}

/** Is there a name that both globs match? Never says no wrongly. */
export function segmentsMeet(a: SegmentGlob, b: SegmentGlob): boolean {
  if (a.literal !== undefined && b.literal !== undefined) return a.literal === b.literal;
  if (b.literal !== undefined) return segmentFits(a, b.literal);
  if (a.literal !== undefined) return segmentFits(b, a.literal);
  if (meet(a.tokens, b.tokens)) return true;
  return [...a.tokens, ...b.tokens].some(isWide) && meet(bytesOf(a.tokens), bytesOf(b.tokens));
}

/** Does this name fit the glob? Where the locale is `C`, a character that is not ASCII is several to bash. */
export function segmentFits({ tokens }: SegmentGlob, name: string): boolean {
  if (fits(tokens, [...name])) return true;
  return /[\u0080-\uffff]/.test(name) && fits(bytesOf(tokens), bytesIn(name));
}

function isWide(token: Token): boolean {
  return token.kind === "char" && token.char > "\u007f";
}

function bytesOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token): readonly Token[] =>
    token.kind === "char" ? bytesIn(token.char).map((char) => ({ kind: "char", char })) : [token],
  );
}

function bytesIn(text: string): readonly string[] {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
}

/** Whether letters fit. Only the last star is tried again: at most letters times elements of the glob. */
export function fits(tokens: readonly Token[], letters: readonly string[]): boolean {
  let [token, letter, star, starred] = [0, 0, -1, 0];
  while (letter < letters.length) {
    const one = tokens[token];
    if (one?.kind === "star") {
      star = token++;
      starred = letter;
    } else if (one !== undefined && mayBe(one, letters[letter] ?? "")) {
      token++;
      letter++;
    } else if (star < 0) return false;
    else {
      token = star + 1;
      letter = ++starred;
    }
  }
  return tokens.slice(token).every(({ kind }) => kind === "star");
}

function mayBe(token: Token, letter: string): boolean {
  return token.kind !== "char" || token.char === letter;
}

function meet(a: readonly Token[], b: readonly Token[]): boolean {
  let row = closure(b, new Set([0]));
  for (const token of a) {
    if (row.size === 0) return false;
    row = step(token, row, b);
  }
  return row.has(b.length);
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
  if (a.kind === "char") return mayBe(b, a.char);
  return b.kind !== "char" || mayBe(a, b.char);
}
