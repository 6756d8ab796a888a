import { compareFiles } from "./compare-files.ts";
import { boundHunks, type Hunk, hunksOf } from "./hunks.ts";
import { countChangedLines } from "./line-changes.ts";
import { decodeTextFile } from "./text-file.ts";

/** How a file changes. */
export interface FileHunks {
  readonly hunks: readonly Hunk[];
  /** Lines of the whole change, however much of it the hunks show. */
  readonly added: number;
  readonly removed: number;
  /** Lines of the hunks that are left out, from their middle. */
  readonly left: number;
}

/** A file before and after; undefined: there is none. */
export interface FileContents {
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** How much of a change is shown: lines, and UTF-16 units of them. */
export interface HunkBounds {
  readonly lines: number;
  readonly units: number;
}

/** The change from one content to another, as much of it as fits. A content that is no text has no lines. */
export function fileHunks({ before, after }: FileContents, bounds: HunkBounds): FileHunks {
  const [old, now] = [before, after].map((bytes) => (bytes === undefined ? undefined : decodeTextFile(bytes)));
  if (old?.ok === false || now?.ok === false) return { hunks: [], added: 0, removed: 0, left: 0 };
  const comparison = compareFiles(old?.file, now?.file);
  // A person who is asked about a line sees all of it.
  const whole = hunksOf(comparison, Number.POSITIVE_INFINITY);
  const total = whole.reduce((sum, { lines }) => sum + lines.length, 0);
  let most = Math.min(total, Math.max(0, bounds.lines));
  // Where its lines are long, fewer of them.
  while (most > 0 && unitsIn(boundHunks(whole, most)) > bounds.units) most = Math.floor(most / 2);
  return { ...countChangedLines(comparison), hunks: boundHunks(whole, most), left: total - most };
}

function unitsIn(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { text }) => sum + text.length, 0);
}
