import { placeInList } from "../place-in-list.ts";
import { MAX_LAST_LINES, type Pieces, type WantedLines } from "./scan-text.ts";

const LINE_FEED = 0x0a;

/** An offset from the beginning, but one from the end where so many lines can be held. */
export async function withinReach(wanted: WantedLines, content: () => Pieces): Promise<WantedLines> {
  const { offset } = wanted;
  if (offset < 0 && offset >= -MAX_LAST_LINES) return wanted;
  return { ...wanted, offset: placeInList(offset, offset < 0 ? await countLines(content()) : 0) };
}

/** How many lines a file has, by its bytes alone: nothing is decoded. */
export async function countLines(pieces: Pieces): Promise<number> {
  let lines = 0;
  let last = LINE_FEED;
  for await (const piece of pieces) {
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
    last = piece.at(-1) ?? last;
  }
  return last === LINE_FEED ? lines : lines + 1;
}
