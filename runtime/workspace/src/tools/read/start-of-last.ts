import type { FilesPort } from "../../workspace/files.port.ts";

const LINE_FEED = 0x0a;

/** So many bytes are read at once, and at most so many times: longer lines are looked for from the start. */
const PIECE = 64 * 1024;
const MOST_PIECES = 64;

export interface LastLines {
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  /** How many of the last lines. */
  readonly count: number;
}

/** The byte with which the last lines of a file begin, read backwards; undefined where it lies too far from the end. */
export async function startOfLast(files: FilesPort, { path, size, count }: LastLines): Promise<number | undefined> {
  let [end, left] = [size, count];
  for (let piece = 0; piece < MOST_PIECES && end > 0; piece += 1) {
    const start = Math.max(0, end - PIECE);
    const bytes = await files.read(path, { offset: start, length: end - start });
    // A file that became shorter meanwhile is read from its start.
    if (bytes.length < end - start) return undefined;
    for (const at of lineFeedsBackwards(bytes)) {
      // A line feed that ends the file begins no line.
      left -= start + at === size - 1 ? 0 : 1;
      if (left === 0) return start + at + 1;
    }
    end = start;
  }
  return end === 0 ? 0 : undefined;
}

function* lineFeedsBackwards(bytes: Uint8Array): Generator<number> {
  for (let at = bytes.lastIndexOf(LINE_FEED); at >= 0; at = bytes.subarray(0, at).lastIndexOf(LINE_FEED)) yield at;
}
