import type { CodeToken } from "./highlighting.ts";

/** A piece of a line of one look. */
export interface LinePiece {
  readonly text: string;
  readonly kind: CodeToken["kind"];
  readonly isMarked: boolean;
}

/** Pieces of one line; what comes after them is one. */
const MOST = 400;

/** A line cut wherever its colour or its mark changes. Marks are in order and do not overlap. */
export function linePieces(
  text: string,
  tokens: readonly CodeToken[] = [],
  marks: readonly (readonly [from: number, to: number])[] = [],
): readonly LinePiece[] {
  const cuts = marks.flat();
  const pieces: LinePiece[] = [];
  let next = 0;
  for (const { from, to, kind } of tokenSpans(text, tokens)) {
    for (let place = from; place < to; ) {
      while (next < cuts.length && (cuts[next] ?? 0) <= place) next += 1;
      const end = pieces.length < MOST ? Math.min(to, cuts[next] ?? to) : to;
      // An odd number of borders lies before what is inside a mark.
      pieces.push({ text: text.slice(place, end), kind, isMarked: next % 2 === 1 });
      place = end;
    }
  }
  return pieces;
}

function* tokenSpans(text: string, tokens: readonly CodeToken[]) {
  let from = 0;
  for (const { text: piece, kind } of tokens) {
    const to = Math.min(text.length, from + piece.length);
    if (to > from) yield { from, to, kind };
    from = to;
  }
  if (from < text.length) yield { from, to: text.length, kind: "" as const };
}
