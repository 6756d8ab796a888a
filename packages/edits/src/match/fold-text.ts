import { foldedPieces } from "./fold-characters.ts";

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

/** Composes characters, makes typographic punctuation and odd spaces plain, and drops the blanks at the end of each line. */
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
