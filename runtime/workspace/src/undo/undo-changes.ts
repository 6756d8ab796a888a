import { join } from "node:path";
import type { Conversation, Secret } from "@toolwright/core";
import { aBoolean, aFunction, aListOfSecrets, anObject, checkOptions } from "@toolwright/core/internal";
import { whileHeld } from "../tracking/file-locks.ts";
import { acquireProcessLocks } from "../tracking/process-locks.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import {
  type Choice,
  checkRedo,
  checkSelection,
  type RedoSelection,
  redoable,
  type UndoSelection,
  undoable,
  unkeptOf,
} from "./choose-turns.ts";
import { loadHistory } from "./history.ts";
import type { RestoreOutcome } from "./plan-restore.ts";
import { registeredSecrets } from "./registered-secrets.ts";
import { restore } from "./restore.ts";
import { undoFolder } from "./undo-folder.ts";

/** How an undo or redo is made. */
export interface UndoOptions {
  /** Only what this conversation changed. Default: everything in the workspace. */
  readonly conversation?: Conversation;
  /** Also files that were changed since. Default false. */
  readonly force?: boolean;
  /**
   * What contents with a registered secret are opened with, beside the secrets that this process has sealed some with.
   */
  readonly secrets?: readonly Secret[];
  /** Default: this machine's clock. */
  readonly now?: () => Date;
}

/** What became of one turn, or of the chosen calls of it: undone whole, or not at all. */
export interface ReversedTurn {
  readonly turn: number;
  readonly runId: string;
  readonly conversation: Conversation;
  readonly outcome: RestoreOutcome;
  /**
   * Commands of the turn that may have changed files without that being kept. Where it has nothing else, it is left as
   * it is.
   */
  readonly unkept?: readonly string[];
  /** The turn before one that has nothing else: what `{ turn }` would undo next. */
  readonly before?: number;
}

/**
 * Undoes turns, newest first. One that cannot be undone is left alone whole, and said; the others are undone still. The
 * same undo from two places is one: what the other has undone meanwhile is not undone again, nor is something older in
 * its place. Throws a `RangeError` for a number that is not a whole one of at least 1.
 */
export async function undoChanges(
  workspace: Workspace,
  selection: UndoSelection,
  options: UndoOptions = {},
): Promise<readonly ReversedTurn[]> {
  checkUndoOptions(options, "undoChanges");
  checkSelection(selection, "undoChanges");
  const choose = async (): Promise<Choice> => undoable(await loadHistory(workspace), selection, options);
  return reverseOnce(workspace, choose, { kind: "undo", options });
}

/** Takes back undos, newest first, as {@link undoChanges} does. */
export async function redoChanges(
  workspace: Workspace,
  selection: RedoSelection,
  options: UndoOptions = {},
): Promise<readonly ReversedTurn[]> {
  checkUndoOptions(options, "redoChanges");
  const which = typeof selection === "number" ? { last: selection } : selection;
  checkRedo(which);
  const choose = async (): Promise<Choice> => redoable(await loadHistory(workspace), which, options);
  return reverseOnce(workspace, choose, { kind: "redo", options });
}

/** Throws a `TypeError`: a misspelt conversation would undo what others changed. */
export function checkUndoOptions(options: UndoOptions, of: string): void {
  checkOptions<UndoOptions>(options, {
    of,
    rules: { conversation: anObject, force: aBoolean, secrets: aListOfSecrets, now: aFunction },
  });
}

interface Reversal {
  readonly kind: "undo" | "redo";
  readonly options: UndoOptions;
}

/** Chosen as it is asked for, and once more when nobody else is at it: what both times is the same is done. */
async function reverseOnce(
  workspace: Workspace,
  choose: () => Promise<Choice>,
  how: Reversal,
): Promise<ReversedTurn[]> {
  const asked = new Set((await choose()).groups.flat().map(({ seq }) => seq));
  return alone(workspace, how.kind, async () => {
    const { groups, before } = await choose();
    const left = groups.map((group) => group.filter(({ seq }) => asked.has(seq))).filter((group) => group.length > 0);
    return reverseEach(workspace, { groups: left, before }, how);
  });
}

async function reverseEach(
  workspace: Workspace,
  { groups, before }: Choice,
  { kind, options }: Reversal,
): Promise<ReversedTurn[]> {
  const { force = false, now = () => new Date() } = options;
  const secrets = registeredSecrets(options.secrets);
  const done: ReversedTurn[] = [];
  for (const group of groups) {
    const [newest] = group;
    if (newest === undefined) continue;
    const { turn, runId, conversation } = newest;
    const newestFirst = group.filter((entry) => entry.kind !== "unkept");
    const unkept = unkeptOf(group);
    const said = unkept.length === 0 ? {} : { unkept };
    if (newestFirst.length === 0) {
      const older = before.get(turn);
      const left = { ok: false as const, conflicts: [] };
      done.push({ turn, runId, conversation, outcome: left, ...said, ...(older !== undefined && { before: older }) });
      continue;
    }
    const outcome = await restore(workspace, { kind, newestFirst, force, secrets, now: now() });
    done.push({ turn, runId, conversation, outcome, ...said });
  }
  return done;
}

/** Undoes or redoes while nobody else does, in this process or another. Rejects after 30 s of waiting. */
async function alone<T>(workspace: Workspace, kind: "undo" | "redo", work: () => Promise<T>): Promise<T> {
  const request = { paths: [join(undoFolder(workspace), "reversing")], holder: `the user, ${kind}` };
  return whileHeld(await acquireProcessLocks(workspace, request), work, () => {
    throw new Error("Another undo is at work here.");
  });
}
