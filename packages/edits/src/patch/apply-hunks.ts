import { type EditFailure, editFailure } from "../edit-failure.ts";
import { FOLDED_NOTE } from "../match/match-folded.ts";
import { spliceTextFile } from "../splice.ts";
import { hasLoneSurrogate, type TextFile } from "../text-file.ts";
import { hunkEnd, hunkSplices } from "./hunk-splices.ts";
import { type HunkPlace, locateHunk } from "./locate-hunk.ts";
import type { Hunk } from "./patch.ts";
import { patchLines } from "./patch-lines.ts";

/** Lines of the file × hunks; above it a patch is refused rather than worked on for seconds. */
const MAX_WORK = 2e7;

/** A file with all hunks applied. */
export interface PatchedText {
  readonly ok: true;
  readonly file: TextFile;
  readonly notes: readonly string[];
}

/** Applies hunks in order, each behind the one before; all or none. */
export function applyHunks(file: TextFile, hunks: readonly Hunk[]): PatchedText | EditFailure {
  const lines = patchLines(file.text);
  if (lines.lines.count * hunks.length > MAX_WORK) {
    return editFailure(
      "TOO_LARGE",
      `${hunks.length} hunks are too many for ${lines.lines.count} lines. Use write or smaller patches.`,
    );
  }
  const places: HunkPlace[] = [];
  let cursor = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = unwritable(hunk) ?? locateHunk(lines, { hunk, cursor });
    if (!place.ok) return nameHunk(place, index + 1, hunks.length);
    places.push(place);
    cursor = hunkEnd(place);
  }
  const notes = places.some((place) => place.tier === "folded") ? [FOLDED_NOTE] : [];
  return { ok: true, file: spliceTextFile(file, hunkSplices(lines.lines, places)), notes };
}

function unwritable(hunk: Hunk): EditFailure | undefined {
  const added = hunk.lines.filter((line) => line.kind === "add");
  if (added.some((line) => line.text.includes("\0"))) return editFailure("BINARY", "adds a NUL character.");
  if (added.some((line) => hasLoneSurrogate(line.text)))
    return editFailure("NOT_UTF8", "adds half of a surrogate pair.");
  return undefined;
}

function nameHunk(failure: EditFailure, number: number, count: number): EditFailure {
  return editFailure(failure.reason, `hunk ${number} of ${count} ${failure.message}`, failure.hint);
}
