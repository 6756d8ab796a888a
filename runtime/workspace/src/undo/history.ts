import type { Conversation } from "@toolwright/core";
import { hashAt } from "../transaction/file-content.ts";
import { isRunning } from "../transaction/process-identity.ts";
import { recoverChanges } from "../transaction/recover-changes.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { settleEntry } from "./append-entry.ts";
import { removeEmptied } from "./remove-emptied.ts";
import { type LogEntry, readSessions, type Session } from "./session-log.ts";

/** An entry with the conversation it belongs to. */
export interface PastChange extends LogEntry {
  readonly conversation: Conversation;
}

/** What was changed in a workspace, and what of it is in effect. */
export interface History {
  /** Made, oldest first. */
  readonly entries: readonly PastChange[];
  /** The seq of changes that are undone, and of undos that are redone. */
  readonly reversed: ReadonlySet<number>;
}

/** Reads the logs of all conversations. What a process that died left open is judged by the files and written down. */
export async function loadHistory(workspace: Workspace): Promise<History> {
  await recoverChanges(workspace);
  const entries: PastChange[] = [];
  for (const session of await readSessions(workspace)) {
    for (const entry of session.entries) {
      if (await wasMade(workspace, session, entry)) entries.push({ ...entry, conversation: session.conversation });
    }
  }
  entries.sort((one, other) => one.seq - other.seq);
  return { entries, reversed: reversedBy(entries) };
}

/** The same as it was when an entry had been made. */
export function historyAt({ entries }: History, seq: number): History {
  const made = entries.filter((entry) => entry.seq <= seq);
  return { entries: made, reversed: reversedBy(made) };
}

/** An undo reverses changes, a redo reverses an undo and puts its changes into effect again. */
function reversedBy(entries: readonly PastChange[]): ReadonlySet<number> {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const reversed = new Set<number>();
  for (const { kind, reverses } of entries) {
    for (const seq of reverses) {
      reversed.add(seq);
      if (kind === "redo") for (const undone of bySeq.get(seq)?.reverses ?? []) reversed.delete(undone);
    }
  }
  return reversed;
}

async function wasMade(workspace: Workspace, { conversation, settled }: Session, entry: LogEntry): Promise<boolean> {
  const known = settled.get(entry.seq);
  if (known !== undefined) return known;
  // Its process may be about to make it.
  if (isRunning(entry.owner)) return true;
  const made = await looksMade(workspace, entry);
  if (made) await removeEmptied(workspace, entry);
  await settleEntry(workspace, conversation, { seq: entry.seq, made });
  return made;
}

/** Every file of an entry is changed or none is, unless somebody else changed some since. */
async function looksMade({ files }: Workspace, entry: LogEntry): Promise<boolean> {
  let untouched = 0;
  for (const { path, before, after } of entry.files) {
    const [old, made] = [before?.hash ?? null, after?.hash ?? null];
    if (old === made) continue;
    const now = await hashAt(files, path);
    if (now === made) return true;
    if (now === old) untouched += 1;
  }
  return untouched === 0;
}
