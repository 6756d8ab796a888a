import { boundaryAfter, boundaryBefore } from "./grapheme-boundary.ts";

/** A part of a line, in UTF-16 units. */
export interface LinePart {
  readonly start: number;
  readonly end: number;
}

/**
 * At most `maxLength` UTF-16 units of a line, around a part of it, with a count of what is missing on either side. No
 * character is split; a part that is longer than that is shown from its beginning.
 */
export function clipLine(line: string, maxLength: number, around: LinePart = { start: 0, end: 0 }): string {
  if (line.length <= maxLength) return line;
  const latest = line.length - maxLength;
  const wanted = Math.min(Math.max(0, Math.min(around.start, around.end - Math.floor(maxLength / 2))), latest);
  const start = boundaryBefore(line, wanted);
  const end = boundaryAfter(line, wanted + maxLength);
  const before = start === 0 ? "" : `[+${start} chars]…`;
  const after = end === line.length ? "" : `…[+${line.length - end} chars]`;
  return before + line.slice(start, end) + after;
}
