import type { PastChange } from "./history.ts";
import type { RestoreConflict } from "./plan-restore.ts";
import type { RegisteredSecrets } from "./registered-secrets.ts";

/** Entries of one turn and one conversation that are reversed together or not at all. */
export interface Restoration {
  readonly kind: "undo" | "redo";
  readonly newestFirst: readonly PastChange[];
  /** Also what somebody changed since; what is replaced is kept, so this can be reversed too. */
  readonly force: boolean;
  /** What sealed contents are opened with. */
  readonly secrets: RegisteredSecrets;
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

/** Why nothing was restored. */
export type Refusal = Extract<RestoreOutcome, { ok: false }>;

/** The directories that the entries made, and that go with them, innermost first. */
export function emptiedBy({ newestFirst }: Pick<Restoration, "newestFirst">): readonly string[] {
  return newestFirst.flatMap(({ directories }) => directories.toReversed());
}

/** Nothing was restored, because of one path, and nothing can force it. */
export function refused(path: string, reason: string): Refusal {
  return { ok: false, conflicts: [{ path, reason, canBeForced: false }] };
}
