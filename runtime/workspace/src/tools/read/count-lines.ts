const LINE_FEED = 0x0a;

/** How many lines a file has, by its bytes alone: nothing is decoded. */
export async function countLines(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0;
  let last = LINE_FEED;
  for await (const piece of pieces) {
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
    last = piece.at(-1) ?? last;
  }
  return last === LINE_FEED ? lines : lines + 1;
}
