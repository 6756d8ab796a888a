import type { Hunk } from "./file-hunks.ts";
import type { ChangedFile } from "./http.ts";

/** `GET /api/threads/:id/net-changes`: what its runs changed in files in the end, or one of them, by path. */
export interface NetChangeList {
  readonly files: readonly NetChange[];
  /** Files that are not in the list. */
  readonly more?: number;
}

/** A file from what it was before the first change to what the last one left. */
export interface NetChange extends ChangedFile {
  /** None of what is no text, and of what is kept no longer. */
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  /** Lines of hunks that are left out. */
  readonly left?: number;
  /** What stands there, to be given with a hunk that is taken back; left out where none can be. */
  readonly basis?: string;
}

/** `POST /api/threads/:id/undo-hunk`: one hunk of a {@link NetChange}. Its answer is a {@link ReversalAnswer}. */
export interface HunkUndoRequest {
  /** That whose changes were shown. Left out: those of all runs were. */
  readonly runId?: string;
  readonly path: string;
  readonly oldStart: number;
  readonly newStart: number;
  readonly basis: string;
}
