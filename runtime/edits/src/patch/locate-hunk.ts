import { type EditFailure, editFailure } from "../edit-failure.ts";
import { closestLines } from "../hint/closest-lines.ts";
import { MAX_COUNTED_PLACES } from "../match/match-attempt.ts";
import { nameLines } from "../place-failures.ts";
import type { Hunk, HunkLine } from "./patch.ts";
import type { LineTier, PatchLines } from "./patch-lines.ts";
import { narrowTo, resolveAnchors } from "./resolve-anchors.ts";

/** Where a hunk belongs. */
export interface HunkPlace {
  readonly ok: true;
  /** 0-based line of the file where the hunk's old lines begin. */
  readonly first: number;
  /** The lines that were found there; blank lines that ended the hunk may be missing. */
  readonly lines: readonly HunkLine[];
  readonly tier: Exclude<LineTier, "trimmed">;
}

/** A hunk and the first line of the file it may touch. */
export interface HunkSearch {
  readonly hunk: Hunk;
  readonly cursor: number;
}

const TIERS = ["exact", "folded"] as const;

/** Finds the one place of a hunk at or behind the cursor: first with equal lines, then with folded ones. */
export function locateHunk(file: PatchLines, { hunk, cursor }: HunkSearch): HunkPlace | EditFailure {
  const pure = oldLines(hunk.lines).length === 0;
  const anchors = resolveAnchors(file, hunk.anchors, { cursor, wholeLines: pure });
  if (!anchors.ok) return anchors;
  if (pure) return placeAddition(file, hunk, anchors.places);
  for (const lines of withAndWithoutBlankEnd(hunk.lines)) {
    for (const tier of TIERS) {
      const found = candidates(file, { hunk: { ...hunk, lines }, cursor }, tier);
      const places = hunk.anchors.length === 0 ? found : narrowTo(file, anchors.places, found);
      const [first, second] = places;
      if (second !== undefined) return ambiguous(file, places);
      if (first !== undefined) return { ok: true, first, lines, tier };
    }
  }
  return missing(file, { hunk, cursor });
}

/** The lines of a hunk that must be in the file. */
function oldLines(lines: readonly HunkLine[]): string[] {
  return lines.filter((line) => line.kind !== "add").map((line) => line.text);
}

function placeAddition(file: PatchLines, hunk: Hunk, anchors: readonly number[]): HunkPlace | EditFailure {
  const { count } = file.lines;
  if (hunk.atEndOfFile || count === 0) return { ok: true, first: count, lines: hunk.lines, tier: "exact" };
  const [anchor, second] = anchors;
  if (second !== undefined) return ambiguous(file, anchors);
  if (anchor !== undefined) return { ok: true, first: anchor + 1, lines: hunk.lines, tier: "exact" };
  return editFailure(
    "NO_MATCH",
    'only adds lines and does not say where. Add context lines, an "@@" line that names the line before, or "*** End of File".',
  );
}

function candidates(file: PatchLines, { hunk, cursor }: HunkSearch, tier: HunkPlace["tier"]): number[] {
  const wanted = oldLines(hunk.lines);
  const hits = file.places(tier, wanted);
  const allowed = hits.filter(
    (first) => first >= cursor && (!hunk.atEndOfFile || first + wanted.length === file.lines.count),
  );
  return allowed.slice(0, MAX_COUNTED_PLACES);
}

/** Models often leave an empty line before the next marker, which is then no line of the file. */
function withAndWithoutBlankEnd(lines: readonly HunkLine[]): (readonly HunkLine[])[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.bare) end -= 1;
  const shorter = lines.slice(0, end);
  return end === lines.length || oldLines(shorter).length === 0 ? [lines] : [lines, shorter];
}

function ambiguous(file: PatchLines, places: readonly number[]): EditFailure {
  const offsets = places.map((line) => file.lines.start(line));
  const where = `matches ${places.length} places (${nameLines(file.lines, offsets)})`;
  return editFailure(
    "AMBIGUOUS",
    `${where}. Add an @@ line with the class or function it is in, or more context lines.`,
  );
}

function missing(file: PatchLines, search: HunkSearch): EditFailure {
  const { hunk } = search;
  const present = file.places("exact", newLines(hunk.lines));
  if (present.length === 1 && hunk.lines.some((line) => line.kind === "add" && line.text.trim() !== "")) {
    return editFailure("NO_MATCH", `is already present at line ${(present[0] ?? 0) + 1}; nothing to do?`);
  }
  const earlier = candidates(file, { hunk: { ...hunk, atEndOfFile: false }, cursor: 0 }, "folded")[0];
  if (earlier !== undefined) return misplaced(search, earlier);
  const { sentence, excerpt } = closestLines(file.lines, oldLines(hunk.lines).join("\n"));
  return editFailure("NO_MATCH", `does not match the file. ${sentence}`, excerpt);
}

function misplaced({ hunk, cursor }: HunkSearch, line: number): EditFailure {
  const at = `matches at line ${line + 1}`;
  if (line < cursor) {
    return editFailure(
      "NO_MATCH",
      `${at}, which is before the end of the hunk above. Put hunks in the order of the file.`,
    );
  }
  const why = hunk.atEndOfFile ? "which is not the end of the file" : "which is not where the @@ line says";
  return editFailure("NO_MATCH", `${at}, ${why}.`);
}

function newLines(lines: readonly HunkLine[]): string[] {
  return lines.filter((line) => line.kind !== "remove").map((line) => line.text);
}
