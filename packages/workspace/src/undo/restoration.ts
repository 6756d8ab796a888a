import type { PastChange } from "./history.ts";
import type { RestoreConflict } from "./plan-restore.ts";

/** Entries of one turn and one conversation that are reversed together or not at all. */
export interface Restoration {
  readonly kind: "undo" | "redo";
  readonly newestFirst: readonly PastChange[];
  /** Also what somebody changed since; what is replaced is kept, so this can be reversed too. */
  readonly force: boolean;
  readonly now: Date;
}

/** How it went: every file restored, or none. */
export type RestoreOutcome =
  | {
      readonly ok: true;
      /** Absolute, of every file that is another one now. */
      readonly paths: readonly string[];
      /** Those that are no longer there. */
      readonly removed: readonly string[];
    }
  | { readonly ok: false; readonly conflicts: readonly RestoreConflict[] };

/** Nothing was restored, because of one path, and nothing can force it. */
export function refused(path: string, reason: string): Extract<RestoreOutcome, { ok: false }> {
  return { ok: false, conflicts: [{ path, reason, canBeForced: false }] };
}
