import { useEffect, useState } from "react";

/** Characters from which on it takes longer than a frame to parse and draw one table or list. */
const LONG = 3_000;
/** How much longer such a block has to be to be drawn again while it is written. */
const LONGER = 1.05;
/** Milliseconds without a new piece after which all of it is drawn. */
const PAUSE_MS = 200;

/**
 * Which part of a block is to be drawn that was drawn up to `before`: all, or the same once more where the block is
 * long and little was written to it. All its pieces take as long as twenty drawings of the whole.
 */
export function drawnSoFar(text: string, before: string): string {
  const isLittle = text.length > LONG && text.length < LONGER * before.length && text.startsWith(before);
  return isLittle ? before : text;
}

/** The same of a block that is written now: what is left is drawn when nothing more comes. */
export function useDrawnSoFar(text: string): string {
  const [before, draw] = useState(text);
  const drawn = drawnSoFar(text, before);
  if (drawn !== before) draw(drawn);
  useEffect(() => {
    if (drawn === text) return undefined;
    const timer = setTimeout(() => draw(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, drawn]);
  return drawn;
}
