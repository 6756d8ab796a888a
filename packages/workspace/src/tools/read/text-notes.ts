import type { TextScan, WantedLines } from "./scan-text.ts";

/** What is said below the lines of a text file: the range, what is peculiar about the file, its hash. */
export function textNotes(scan: TextScan, wanted: WantedLines): readonly string[] {
  return [...range(scan, wanted), ...peculiarities(scan), `[content_sha256=${scan.sha256}]`];
}

function range({ shown, totalLines }: TextScan, { offset }: WantedLines): readonly string[] {
  if (totalLines === 0) return [];
  if (offset > totalLines) return [`[offset ${offset} is past the end: ${totalLines} lines]`];
  const last = offset + shown.length - 1;
  if (last < totalLines) return [`[lines ${offset}-${last} of ${totalLines}; next: offset=${last + 1}]`];
  return offset === 1 ? [] : [`[lines ${offset}-${last} of ${totalLines}]`];
}

function peculiarities({
  totalLines,
  endsInLineFeed,
  crlfLines,
  byteOrderMark,
  validUtf8,
}: TextScan): readonly string[] {
  const lineFeeds = endsInLineFeed ? totalLines : totalLines - 1;
  const notes: readonly (readonly [boolean, string])[] = [
    [totalLines === 0, "[empty file]"],
    [totalLines > 0 && !endsInLineFeed, "[no newline at end of file]"],
    [crlfLines > 0 && crlfLines === lineFeeds, "[CRLF]"],
    [crlfLines > 0 && crlfLines < lineFeeds, "[mixed line endings]"],
    [byteOrderMark, "[UTF-8 BOM]"],
    [!validUtf8, "[not UTF-8: what could not be decoded is shown as \uFFFD]"],
  ];
  return notes.flatMap(([holds, note]) => (holds ? [note] : []));
}
