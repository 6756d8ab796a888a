import { randomUUID } from "node:crypto";
import { type HunkPlace, revertHunk } from "@toolwright/edits";
import { SHARED_FILE_LOCKS, whileHeld } from "../tracking/file-locks.ts";
import { acquireProcessLocks } from "../tracking/process-locks.ts";
import { commitChanges, HalfDoneError } from "../transaction/commit-changes.ts";
import { ChangedMeanwhileError, type FileChange, type StandingContent } from "../transaction/file-change.ts";
import { contentHash, isBytes } from "../transaction/file-content.ts";
import { FileError } from "../workspace/file-error.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { appendEntry, settleEntry } from "./append-entry.ts";
import { loadHistory, type PastChange } from "./history.ts";
import { changesOf, contentOf, contentsOf, type NamedRun, type NetState, netStates, standingAt } from "./net-states.ts";
import { type RegisteredSecrets, registeredSecrets, sealing } from "./registered-secrets.ts";
import { unrestorable } from "./remove-emptied.ts";
import { loggedFile } from "./session-log.ts";
import type { UndoOptions } from "./undo-changes.ts";

/** The tool of an entry that a person made by taking a hunk back. */
export const HUNK_UNDO = "undo_hunk";

/** A hunk that {@link netChanges} shows of these runs. */
export interface ChosenHunk extends HunkPlace {
  readonly runs: readonly NamedRun[];
  /** Relative to the workspace root. */
  readonly path: string;
  /** That of the file when the hunk was shown. */
  readonly basis: string;
}

/** What became of it. `reason`: for people, after the path. */
export type HunkOutcome =
  | { readonly ok: true; readonly turn: number; readonly run: NamedRun }
  | { readonly ok: false; readonly reason: string; readonly isChanged: boolean };

const LOST = "is no text, or what it was is no longer kept";
const CHANGED: HunkOutcome = { ok: false, reason: "changed since (by you or a command)", isChanged: true };

/**
 * Takes one hunk back, and leaves the rest of the file as it is. It is a change of the run that changed the file last:
 * an undo of that run takes it back, too. Refused where the file is another one than when the hunk was shown.
 */
export async function undoHunk(
  workspace: Workspace,
  chosen: ChosenHunk,
  { secrets }: Pick<UndoOptions, "secrets"> = {},
): Promise<HunkOutcome> {
  const history = await loadHistory(workspace);
  const changes = changesOf(history, chosen.runs);
  const state = netStates(workspace.root, changes).get(chosen.path);
  if (state === undefined) return refusal("was not changed by this run");
  const request = { paths: [state.real], holder: "the user, undo" };
  const known = registeredSecrets(secrets);
  const held = async (): Promise<HunkOutcome> => {
    const why = await unrestorable(workspace, state.real);
    if (why !== undefined) return refusal(why);
    const standing = await standingAt(workspace, state.real);
    const hash = contentHash(standing);
    if (hash !== chosen.basis || hash !== state.after?.hash) return CHANGED;
    const before = await contentOf(contentsOf(workspace, history, known), state.before, standing);
    if (before === "lost" || !isBytes(before) || !isBytes(standing)) return refusal(LOST);
    const after = revertHunk({ before, after: standing }, chosen);
    if (after === undefined) return CHANGED;
    return make(workspace, { change: { path: state.real, before: standing, after }, state, changes, secrets: known });
  };
  const busy = () => refusal("is busy");
  return whileHeld(
    await SHARED_FILE_LOCKS.acquire(async () => request),
    async () => whileHeld(await acquireProcessLocks(workspace, request), held, busy),
    busy,
  );
}

function refusal(reason: string): HunkOutcome {
  return { ok: false, reason, isChanged: false };
}

interface Making {
  readonly change: FileChange;
  readonly state: NetState;
  readonly changes: readonly PastChange[];
  readonly secrets: RegisteredSecrets;
}

async function make(workspace: Workspace, { change, state, changes, secrets }: Making): Promise<HunkOutcome> {
  const { conversation, runId, turn } = state.last;
  const sealed = sealing({ newestFirst: changes.toReversed(), secrets });
  const secretOf = (content: StandingContent | undefined, path: string) => {
    const found = sealed(content, path);
    return typeof found === "string" ? undefined : found;
  };
  const { before } = change;
  if (!isBytes(before) || typeof sealed(before, change.path) === "string")
    return refusal("holds a registered secret that is not known here");
  const entry = await appendEntry(workspace, {
    kind: "change",
    conversation,
    turn,
    runId,
    call: randomUUID(),
    tool: HUNK_UNDO,
    time: new Date(),
    reverses: [],
    files: [await loggedFile(workspace.files, change, secretOf)],
    directories: [],
    emptied: [],
    contents: [{ content: before, secret: secretOf(before, change.path) }],
  });
  const settle = (made: boolean) => settleEntry(workspace, conversation, { seq: entry.seq, made });
  try {
    await commitChanges(workspace, [change]);
  } catch (error) {
    if (!(error instanceof HalfDoneError)) await settle(false);
    if (error instanceof ChangedMeanwhileError) return CHANGED;
    if (error instanceof FileError) return refusal(error.message);
    throw error;
  }
  await settle(true);
  return { ok: true, turn, run: { conversation, runId } };
}
