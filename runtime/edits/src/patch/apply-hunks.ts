import { type EditFailure, editFailure } from "../edit-failure.ts";
import { FOLDED_NOTE } from "../match/find-match.ts";
import type { TextLines } from "../match/text-lines.ts";
import { type Splice, spliceTextFile } from "../splice.ts";
import { hasLoneSurrogate, type TextFile } from "../text-file.ts";
import { type HunkPlace, locateHunk } from "./locate-hunk.ts";
import type { Hunk } from "./patch.ts";
import { patchLines } from "./patch-lines.ts";

/** Lines that are looked at for all hunks; above it a patch is refused rather than worked on for seconds. */
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
  const places: HunkPlace[] = [];
  let cursor = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = unwritable(hunk) ?? locateHunk(lines, { hunk, cursor });
    if (!place.ok) return nameHunk(place, index + 1, hunks.length);
    if (lines.work > MAX_WORK) return tooMany(hunks.length, lines.lines.count);
    places.push(place);
    cursor = hunkEnd(place);
  }
  const notes = places.some((place) => place.tier === "folded") ? [FOLDED_NOTE] : [];
  return { ok: true, file: spliceTextFile(file, hunkSplices(lines.lines, places)), notes };
}

function tooMany(hunks: number, lines: number): EditFailure {
  return editFailure("TOO_LARGE", `${hunks} hunks are too many for ${lines} lines. Use write or smaller patches.`);
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

/** A run of lines that gives way to others. */
interface LineRun {
  /** 0-based. */
  readonly first: number;
  count: number;
  readonly added: string[];
}

/**
 * The replacements of hunks that were placed in ascending order. Context lines are not touched, so they keep what tier
 * 2 overlooked.
 */
function hunkSplices(lines: TextLines, places: readonly HunkPlace[]): Splice[] {
  const runs: LineRun[] = [];
  for (const run of places.flatMap(lineRuns)) {
    const last = runs.at(-1);
    // Runs that touch are one: at the end of the file both would want the line break between them.
    if (last !== undefined && last.first + last.count === run.first) join(last, run);
    else runs.push(run);
  }
  return runs.map((run) => runSplice(lines, run));
}

function join(one: LineRun, other: LineRun): void {
  one.count += other.count;
  for (const line of other.added) one.added.push(line);
}

/** The line behind the last one that a placed hunk covers. */
function hunkEnd(place: HunkPlace): number {
  return place.first + place.lines.filter((line) => line.kind !== "add").length;
}

function lineRuns(place: HunkPlace): LineRun[] {
  const runs: LineRun[] = [];
  let at = place.first;
  let open: LineRun | undefined;
  for (const { kind, text } of place.lines) {
    if (kind === "context") {
      open = undefined;
      at += 1;
      continue;
    }
    if (open === undefined) {
      open = { first: at, count: 0, added: [] };
      runs.push(open);
    }
    if (kind === "add") open.added.push(text);
    else {
      open.count += 1;
      at += 1;
    }
  }
  return runs;
}

/** Whether the file ends with a line break stays as it is; a file that had no line gets one. */
function runSplice(lines: TextLines, { first, count, added }: LineRun): Splice {
  const start = lines.start(first);
  const end = lines.start(first + count);
  const insert = added.map((line) => `${line}\n`).join("");
  const openEnd = lines.count > 0 && !lines.text.endsWith("\n") && first + count >= lines.count;
  if (!openEnd) return { start, end, insert };
  if (first >= lines.count) return { start, end, insert: `\n${insert.slice(0, -1)}` };
  if (added.length > 0) return { start, end, insert: insert.slice(0, -1) };
  return { start: Math.max(0, start - 1), end, insert: "" };
}
