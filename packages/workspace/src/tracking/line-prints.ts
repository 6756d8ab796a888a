/** Files with more lines have no prints, so that a record stays small (lines). */
const MAX_LINES = 200_000;

/** A number for each line of a file, different for different lines in all but one of four thousand million cases. */
export type LinePrints = Uint32Array;

/** The lines that differ between a file as it was and as it is: 1-based, in the file as it is. */
export interface DifferingLines {
  readonly first: number;
  /** Before `first` when lines were only taken away. */
  readonly last: number;
}

/** Takes the prints of a file's lines; undefined when there are too many. */
export function linePrints(bytes: Uint8Array): LinePrints | undefined {
  const prints: number[] = [];
  let print = FNV_OFFSET;
  for (const byte of bytes) {
    print = Math.imul(print ^ byte, FNV_PRIME) >>> 0;
    if (byte !== LINE_FEED) continue;
    if (prints.length >= MAX_LINES) return undefined;
    prints.push(print);
    print = FNV_OFFSET;
  }
  if (bytes.length > 0 && bytes.at(-1) !== LINE_FEED) prints.push(print);
  return Uint32Array.from(prints);
}

/** Where two versions of a file differ; undefined when they do not. */
export function differingLines(before: LinePrints, after: LinePrints): DifferingLines | undefined {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  if (head === before.length && head === after.length) return undefined;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { first: head + 1, last: after.length - tail };
}

// The FNV-1a hash, 32 bits (RFC 9923).
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const LINE_FEED = 0x0a;
