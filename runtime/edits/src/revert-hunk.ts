import { compareFiles, isAllCrlf, isPlain } from "./compare-files.ts";
import { hunksOf } from "./hunks.ts";
import { decodeTextFile } from "./text-file.ts";

/** A file that was changed: as it was, and as it is. */
export interface ChangedText {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** A hunk of `fileHunks`, by its first lines. */
export interface HunkPlace {
  readonly oldStart: number;
  readonly newStart: number;
}

/** The file as it is, but for one hunk, which is as it was. Undefined where there is no such hunk, or no text. */
export function revertHunk({ before, after }: ChangedText, { oldStart, newStart }: HunkPlace): Uint8Array | undefined {
  const [old, now] = [decodeTextFile(before), decodeTextFile(after)];
  if (!old.ok || !now.ok) return undefined;
  const comparison = compareFiles(old.file, now.file);
  const hunks = hunksOf(comparison, Number.POSITIVE_INFINITY);
  const hunk = hunks.find((one) => one.oldStart === oldStart && one.newStart === newStart);
  if (hunk === undefined) return undefined;
  const [from, to] = [firstOf(newStart, hunk.newCount), firstOf(oldStart, hunk.oldCount)];
  const lines = [
    ...comparison.after.slice(0, from),
    ...comparison.before.slice(to, to + hunk.oldCount),
    ...comparison.after.slice(from + hunk.newCount),
  ];
  const text = lines.join("");
  // Where both have the same line breaks, they were compared without them.
  const files = [old.file, now.file];
  const isCrlf = files.every(isAllCrlf) && !files.every(isPlain);
  return new TextEncoder().encode(isCrlf ? text.replaceAll("\n", "\r\n") : text);
}

/** Hunks count from 1, and name the line before them where they have none. */
function firstOf(start: number, count: number): number {
  return count === 0 ? start : start - 1;
}
