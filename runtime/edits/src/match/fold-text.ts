/** A text in which only what matters for matching is left, and the way back to the original. */
export interface FoldedText {
  readonly text: string;
  /**
   * For each offset into `text`, and its length: the offset in the original where that character begins; −1 inside a
   * character that folds to several. Blanks dropped at a line end stand before the line break that follows them.
   */
  origin(index: number): number;
}

/** Options of {@link foldText}. */
export interface FoldTextOptions {
  /** Blanks at the very end, with no line break behind them, stay. Default false. */
  readonly keepLastBlanks?: boolean;
}

/**
 * Composes characters, makes typographic punctuation and odd spaces plain, and drops the blanks at the end of each
 * line.
 */
export function foldText(text: string, options: FoldTextOptions = {}): FoldedText {
  if (isPlain(text)) return { text, origin: (index) => index };
  const folded: string[] = [];
  const origin: number[] = [];
  for (let start = 0; start <= text.length; ) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    const isLast = lineBreak === -1;
    folded.push(foldOneLine(text.slice(start, end), { start, origin, keepBlanks: isLast && options.keepLastBlanks }));
    origin.push(end);
    start = end + 1;
  }
  return { text: folded.join("\n"), origin: (index) => origin[index] ?? -1 };
}

interface LineOptions {
  /** Where the line begins in the text. */
  readonly start: number;
  /** The places of its characters are added here. */
  readonly origin: number[];
  readonly keepBlanks: boolean | undefined;
}

function foldOneLine(line: string, { start, origin, keepBlanks }: LineOptions): string {
  const first = origin.length;
  let folded = "";
  for (const piece of foldedPieces(line)) {
    folded += piece.folded;
    for (let index = 0; index < piece.folded.length; index += 1) {
      origin.push(index === 0 || piece.oneToOne ? start + piece.start + index : -1);
    }
  }
  if (keepBlanks) return folded;
  const kept = folded.length - trailingBlanks(folded);
  origin.length = first + kept;
  return folded.slice(0, kept);
}

/** True when folding would change nothing: plain ASCII without blanks at line ends. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return false;
    if (unit === 0x0a && index > 0 && isBlank(text.charCodeAt(index - 1))) return false;
  }
  return text.length === 0 || !isBlank(text.charCodeAt(text.length - 1));
}

function trailingBlanks(line: string): number {
  let count = 0;
  while (count < line.length && isBlank(line.charCodeAt(line.length - 1 - count))) count += 1;
  return count;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

/**
 * A cluster longer than this is left as it is: composing long runs of marks is not linear. (Unicode's stream-safe limit
 * is 30.)
 */
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
interface FoldedPiece {
  readonly start: number;
  readonly folded: string;
  /** Each character stands for the one at the same place; otherwise the piece is one character as a reader sees it. */
  readonly oneToOne: boolean;
}

/** The pieces of a text in order, canonically composed and with typographic characters made plain. */
function* foldedPieces(text: string): Generator<FoldedPiece> {
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
