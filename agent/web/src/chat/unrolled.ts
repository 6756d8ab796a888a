import { useEffect, useReducer, useRef } from "react";
import { Turns } from "./turns.ts";

/**
 * Characters and lines of a text that are shown anew at a time: about what can be parsed and laid out within a frame.
 */
const SLICE = { characters: 3_000, lines: 50 };

const turns = new Turns();
const isPainted = typeof document !== "undefined";

/**
 * How far a text is shown that grew since it was shown to `from`: by one slice at most, which ends with a line where it
 * can.
 */
export function sliceEnd(text: string, from: number): number {
  const most = from + SLICE.characters;
  let end = from;
  for (let line = 0; line < SLICE.lines; line++) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    if (next > most) return end === from ? most : end;
    end = next;
  }
  return end;
}

/** As much of a text as it is time for: what comes at once is shown slice by slice, one in each frame. */
export function useUnrolled(text: string): string {
  const shown = useRef("");
  const [, grow] = useReducer((count: number) => count + 1, 0);
  const from = text.startsWith(shown.current) ? shown.current.length : 0;
  const end = isPainted ? sliceEnd(text, from) : text.length;
  shown.current = text.slice(0, end);
  useEffect(() => (end < text.length ? turns.wait(grow) : undefined), [text, end]);
  return shown.current;
}
