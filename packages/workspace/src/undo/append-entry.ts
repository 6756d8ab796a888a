import type { Conversation } from "@toolwright/core";
import { ownIdentity } from "../transaction/process-identity.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { BlobStore, type KeptContent } from "./blob-store.ts";
import type { LogEntry } from "./log-line.ts";
import { lastNumbers, nextNumbers, saveNumbers } from "./numbers.ts";
import { saveSessionHead } from "./session-head.ts";
import { SessionLog } from "./session-log.ts";
import { sessionFolder } from "./undo-folder.ts";
import { withLogLock } from "./with-log-lock.ts";

/** An entry without what the log fills in. */
export interface NewEntry extends Omit<LogEntry, "type" | "seq" | "turn" | "time" | "owner"> {
  readonly conversation: Conversation;
  /** Left out: that of the run, or the next one for a run that changed nothing before. */
  readonly turn?: number;
  readonly time: Date;
  /** What the files hold now: kept so that it can be brought back. */
  readonly contents: readonly KeptContent[];
}

/** Adds an entry with the old contents that it needs. All of it has reached the disk when this resolves. */
export function appendEntry(workspace: Workspace, entry: NewEntry): Promise<LogEntry> {
  return withLogLock(workspace, async () => {
    const { conversation, contents, time, turn, ...given } = entry;
    const folder = sessionFolder(workspace, conversation);
    const blobs = new BlobStore(workspace.files, folder);
    for (const content of contents) await blobs.save(content);
    const last = await lastNumbers(workspace);
    const { own, ...next } = nextNumbers(last, `${folder}/${given.runId}`);
    await saveNumbers(workspace, turn === undefined ? next : { ...last, seq: next.seq });
    const numbers = { seq: next.seq, turn: turn ?? own };
    const owner = await ownIdentity(workspace.files);
    const line: LogEntry = { ...given, ...numbers, type: "entry", time: time.toISOString(), owner };
    await saveSessionHead(workspace, folder, conversation);
    await new SessionLog(workspace.files, folder).append([line], { sync: true });
    return line;
  });
}

/** Says whether an entry was made. Need not survive a crash: the files tell it too. Never rejects. */
export async function settleEntry(
  workspace: Workspace,
  conversation: Conversation,
  { seq, made }: { readonly seq: number; readonly made: boolean },
): Promise<void> {
  const log = new SessionLog(workspace.files, sessionFolder(workspace, conversation));
  await withLogLock(workspace, () => log.append([{ type: "settled", seq, made }], { sync: false })).catch(
    () => undefined,
  );
}
