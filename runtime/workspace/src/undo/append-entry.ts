import { join } from "node:path";
import type { Conversation } from "@toolwright/core";
import { z } from "zod";
import { ownIdentity } from "../transaction/process-identity.ts";
import { readJson } from "../workspace/whole-files.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { BlobStore, type KeptContent } from "./blob-store.ts";
import { type LogEntry, readSessions, SessionLog } from "./session-log.ts";
import { saveSessionHead, sessionFolder, undoFolder, withLogLock } from "./undo-folder.ts";

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
    const owner = ownIdentity();
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

const Numbers = z.object({
  seq: z.number(),
  turn: z.number(),
  /** The turns of the runs that changed something last, newest last. */
  runs: z.array(z.object({ run: z.string(), turn: z.number() })),
});

/** Runs whose turn is remembered: more go on at the same time only with many conversations. */
const MAX_RUNS = 50;

/** The last numbers given in a workspace. */
type Numbers = z.infer<typeof Numbers>;

/** The last numbers, worked out anew from the logs when their file is lost. Call it under the log's lock. */
async function lastNumbers(workspace: Workspace): Promise<Numbers> {
  return (await readJson(workspace.files, pathOf(workspace), Numbers)) ?? fromLogs(workspace);
}

/** Remembers the last numbers. Call it under the log's lock. */
async function saveNumbers(workspace: Workspace, numbers: Numbers): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(numbers));
  await workspace.files.write(pathOf(workspace), bytes, { mode: 0o600 });
}

/** The numbers of a run's next entry: a run keeps its turn. */
function nextNumbers(last: Numbers, run: string): Numbers & { readonly own: number } {
  const own = last.runs.find((known) => known.run === run)?.turn ?? last.turn + 1;
  const others = last.runs.filter((known) => known.run !== run);
  const runs = [...others, { run, turn: own }].slice(-MAX_RUNS);
  return { seq: last.seq + 1, turn: Math.max(last.turn, own), runs, own };
}

async function fromLogs(workspace: Workspace): Promise<Numbers> {
  const last: Numbers = { seq: 0, turn: 0, runs: [] };
  for (const { entries } of await readSessions(workspace)) {
    for (const { seq, turn } of entries) {
      last.seq = Math.max(last.seq, seq);
      last.turn = Math.max(last.turn, turn);
    }
  }
  return last;
}

function pathOf(workspace: Workspace): string {
  return join(undoFolder(workspace), "numbers.json");
}
