import { type FoldedCluster, foldedClusters } from "./fold-characters.ts";

/** A text in which only what matters for matching is left, and the way back to the original. */
export interface FoldedText {
  readonly text: string;
  /**
   * For each offset into `text`, and its length: the offset in the original where that character begins; −1 inside a
   * character that folds to several. Blanks dropped at a line end belong to the line break that follows them.
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
  const pieces: string[] = [];
  const origin: number[] = [];
  let blanks: FoldedCluster[] = [];
  for (const cluster of foldedClusters(text)) {
    if (cluster.folded === " " || cluster.folded === "\t") {
      blanks.push(cluster);
      continue;
    }
    // A line break keeps its own place, so a span that ends before it reaches over the dropped blanks.
    if (cluster.folded !== "\n") for (const blank of blanks) push(pieces, origin, blank);
    blanks = [];
    push(pieces, origin, cluster);
  }
  if (options.keepLastBlanks) for (const blank of blanks) push(pieces, origin, blank);
  origin.push(text.length);
  return { text: pieces.join(""), origin: (index) => origin[index] ?? -1 };
}

/** One line, folded, without blanks at its end. */
export function foldLine(line: string): string {
  return foldText(line).text;
}

function push(pieces: string[], origin: number[], { start, folded }: FoldedCluster): void {
  pieces.push(folded);
  origin.push(start);
  for (let rest = 1; rest < folded.length; rest += 1) origin.push(-1);
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

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
