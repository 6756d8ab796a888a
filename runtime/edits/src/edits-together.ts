import type { EditRequest } from "./edit-request.ts";
import { checkRequest } from "./edit-text-file.ts";
import { findEachOnce, unitsAt } from "./match/find-each.ts";
import type { EditStrings } from "./match/match-attempt.ts";
import type { Splice } from "./splice.ts";
import { MAX_TEXT_BYTES, type TextFile, toLineFeeds } from "./text-file.ts";

/** A file, its bytes, and what is to be made of it. */
export interface TogetherOptions {
  readonly file: TextFile;
  readonly bytes: Uint8Array;
  readonly requests: readonly EditRequest[];
}

/**
 * The replacements of edits that come to the same made at once and one after the other: each text stands in one place,
 * far from those of the others, and none of the new texts makes a place for a later one. Undefined where that is not
 * certain.
 */
export function editsTogether({ file, bytes, requests }: TogetherOptions): Splice[] | undefined {
  if (requests.length < 2 || file.crlf.length > 0 || file.byteOrderMark) return undefined;
  if (!requests.every(isPlain)) return undefined;
  const strings = requests.map(({ oldString, newString }) => {
    return { oldText: toLineFeeds(oldString), newText: toLineFeeds(newString) };
  });
  if (
    strings.some(({ oldText, newText }) => oldText === newText) ||
    growth(strings) + file.text.length > MAX_TEXT_BYTES
  )
    return undefined;
  const places = findEachOnce(
    bytes,
    strings.map(({ oldText }) => oldText),
  );
  if (places === undefined) return undefined;
  const starts = file.text.length === bytes.length ? places : unitsAt(bytes, places);
  const splices = strings.map(({ oldText, newText }, index) => {
    const start = starts[index] ?? 0;
    return { start, end: start + oldText.length, insert: newText };
  });
  const sorted = splices.toSorted((one, other) => one.start - other.start);
  const longest = Math.max(...strings.map(({ oldText }) => oldText.length));
  return areApart(sorted, longest) && !makesPlaces(file.text, splices, strings) ? sorted : undefined;
}

function isPlain(request: EditRequest): boolean {
  const { oldString, replaceAll = false, matchMode = "auto", expectedReplacements = 1 } = request;
  const isExact = matchMode === "auto" || matchMode === "exact";
  return (
    oldString !== "" && !replaceAll && isExact && expectedReplacements === 1 && checkRequest(request) === undefined
  );
}

function growth(strings: readonly EditStrings[]): number {
  return strings.reduce((sum, { oldText, newText }) => sum + Math.max(0, newText.length - oldText.length), 0);
}

/** No text that is looked for reaches from one place into another. */
function areApart(sorted: readonly Splice[], longest: number): boolean {
  return sorted.every(({ start }, index) => start - (sorted[index - 1]?.end ?? -longest) >= longest);
}

/** Whether a later edit would find its text in, or at the border of, what an earlier one has written. */
function makesPlaces(text: string, splices: readonly Splice[], strings: readonly EditStrings[]): boolean {
  const longest = Math.max(...strings.map(({ oldText }) => oldText.length));
  return splices.some(({ start, end, insert }, index) => {
    const around = text.slice(Math.max(0, start - longest + 1), start) + insert + text.slice(end, end + longest - 1);
    return strings.slice(index + 1).some(({ oldText }) => around.includes(oldText));
  });
}
