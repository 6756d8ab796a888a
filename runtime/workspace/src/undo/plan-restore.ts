import type { PastChange } from "./history.ts";
import type { RegisteredSecrets } from "./registered-secrets.ts";
import type { FileState, LoggedFile } from "./session-log.ts";

/** A path that is brought back to what it was. */
export interface RestoreStep {
  readonly path: string;
  readonly now: string | null;
  readonly to: FileState;
}

/** A path that is not what the change left there. */
export interface RestoreConflict {
  readonly path: string;
  /** For people, after the path: `changed since (by you or a command)`. */
  readonly reason: string;
  /** Whether `force` goes on all the same. */
  readonly canBeForced: boolean;
}

/** What reversing entries comes to. */
export interface RestorePlan {
  readonly steps: readonly RestoreStep[];
  readonly conflicts: readonly RestoreConflict[];
}

const CHANGED = "changed since (by you or a command)";

/** What stands at each path of the entries, by hash. */
export type CurrentHashes = ReadonlyMap<string, string | null>;

/**
 * Walks back through entries, newest first: a path may be restored while it is what the entry left there, or already
 * what it was before. `force` restores every path to what it was before the oldest entry.
 */
export function planRestore(
  newestFirst: readonly PastChange[],
  current: CurrentHashes,
  { force = false }: { readonly force?: boolean } = {},
): RestorePlan {
  const targets = new Map<string, FileState>();
  const conflicts = new Map<string, RestoreConflict>();
  for (const { path, before, after } of newestFirst.flatMap(({ files }) => files)) {
    const known = targets.get(path);
    const now = targets.has(path) ? hashOf(known) : (current.get(path) ?? null);
    const fits = now === hashOf(after) || now === hashOf(before);
    if (!fits && !force) conflicts.set(path, { path, reason: CHANGED, canBeForced: true });
    targets.set(path, targetOf({ before, after }, known));
  }
  const steps = [...targets].map(([path, to]) => ({ path, now: current.get(path) ?? null, to }));
  return { steps: steps.filter(isChange), conflicts: [...conflicts.values()] };
}

/**
 * The permission bits are only brought back where the change set them or took the file away, or where a later one did.
 */
function targetOf({ before, after }: Pick<LoggedFile, "before" | "after">, known: FileState | undefined): FileState {
  if (before === null || before.mode !== after?.mode) return before;
  const { mode: _unchanged, ...content } = before;
  return known?.mode === undefined ? content : { ...content, mode: known.mode };
}

function hashOf(state: FileState | undefined): string | null {
  return state?.hash ?? null;
}

function isChange({ now, to }: RestoreStep): boolean {
  return now !== hashOf(to) || to?.mode !== undefined;
}

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
