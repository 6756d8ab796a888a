/** A text with every run of white space as one space, and where each character came from. */
export interface CollapsedText {
  readonly text: string;
  readonly origin: readonly number[];
}

/** Collapses the white space of a text; none is left at its ends. */
export function collapseBlanks(text: string): CollapsedText {
  const pieces: string[] = [];
  const origin: number[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    if (pieces.length > 0) {
      pieces.push(" ");
      origin.push(match.index - 1);
    }
    pieces.push(match[0]);
    for (let offset = 0; offset < match[0].length; offset += 1) origin.push(match.index + offset);
  }
  return { text: pieces.join(""), origin };
}
