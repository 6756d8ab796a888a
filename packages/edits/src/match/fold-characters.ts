/** A cluster longer than this is left as it is: composing long runs of marks is not linear. (Unicode's stream-safe limit is 30.) */
const MAX_CLUSTER = 32;

// Quotes, dashes and spaces that models write as their ASCII neighbours. One character for one, so never NFKC.
const PUNCTUATION: ReadonlyMap<string, string> = new Map([
  ...pairs("\u2018\u2019\u201A\u201B", "'"),
  ...pairs("\u201C\u201D\u201E\u201F", '"'),
  ...pairs("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
  ...pairs("\u00A0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000", " "),
]);

// ASCII up to the last character that a mark might follow; else a character and the marks, or the Hangul vowels and
// finals, that combine with it.
const PIECE = /(?<plain>[\0-\x7F]+)(?![^\0-\x7F])|[\s\S][\p{M}\u1160-\u11FF]*/gu;

/** A stretch of a text: where it begins, and what it folds to. */
export interface FoldedPiece {
  readonly start: number;
  readonly folded: string;
  /** Each character stands for the one at the same place; otherwise the piece is one character as a reader sees it. */
  readonly oneToOne: boolean;
}

/** The pieces of a text in order, canonically composed and with typographic characters made plain. */
export function* foldedPieces(text: string): Generator<FoldedPiece> {
  for (const match of text.matchAll(PIECE)) {
    const oneToOne = match.groups?.plain !== undefined;
    yield { start: match.index, folded: oneToOne ? match[0] : foldCluster(match[0]), oneToOne };
  }
}

function foldCluster(cluster: string): string {
  if (cluster.length === 1 && cluster.charCodeAt(0) < 0x80) return cluster;
  const plain = PUNCTUATION.get(cluster);
  if (plain !== undefined) return plain;
  return cluster.length > MAX_CLUSTER ? cluster : cluster.normalize("NFC");
}

function pairs(characters: string, plain: string): [string, string][] {
  return Array.from(characters, (character) => [character, plain]);
}
