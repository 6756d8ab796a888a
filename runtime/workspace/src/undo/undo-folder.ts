import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Conversation } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import { z } from "zod";
import { whileHeld } from "../tracking/file-locks.ts";
import { acquireProcessLocks } from "../tracking/process-locks.ts";
import { readJson, writeWhole } from "../workspace/whole-files.ts";
import type { Workspace } from "../workspace/workspace.port.ts";

/** Where everything about undo in this folder is kept: one place for each workspace root. */
export function undoFolder({ stateDirectory, root }: Workspace): string {
  return join(stateDirectory, "undo", digest(root));
}

/** Where the changes of one conversation are kept. */
export function sessionFolder(workspace: Workspace, conversation: Conversation): string {
  return join(undoFolder(workspace), `session-${digest(conversationKey(conversation))}`);
}

/** True for the name that {@link sessionFolder} gives a folder. */
export function isSessionName(name: string): boolean {
  return name.startsWith("session-");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

const SessionHead = z.object({
  version: z.literal(1),
  root: z.string(),
  conversation: z.object({ channel: z.string(), chatId: z.string() }),
});

/** Writes whose changes a session holds, once. */
export async function saveSessionHead({ root, files }: Workspace, folder: string, conversation: Conversation) {
  const path = join(folder, "session.json");
  if ((await files.stat(path)) !== undefined) return;
  const { channel, chatId } = conversation;
  const head: z.infer<typeof SessionHead> = { version: 1, root, conversation: { channel, chatId } };
  await files.makeDirectory(folder);
  await writeWhole(files, path, head);
}

/** Whose changes a session holds; undefined when they belong to another folder, or were written by a later version. */
export async function loadSessionHead({ root, files }: Workspace, folder: string): Promise<Conversation | undefined> {
  const head = await readJson(files, join(folder, "session.json"), SessionHead);
  return head?.root === root ? head.conversation : undefined;
}

/** By folder: what this process has queued, so that its own calls do not poll for each other. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Works on the log of a workspace while nobody else does, in this process or another. Rejects after 30 s of waiting.
 */
export async function withLogLock<T>(workspace: Workspace, work: () => Promise<T>): Promise<T> {
  const folder = undoFolder(workspace);
  const mine = (queues.get(folder) ?? Promise.resolve()).then(() => locked(workspace, folder, work));
  const settled = mine.catch(() => undefined);
  queues.set(folder, settled);
  try {
    return await mine;
  } finally {
    if (queues.get(folder) === settled) queues.delete(folder);
  }
}

async function locked<T>(workspace: Workspace, folder: string, work: () => Promise<T>): Promise<T> {
  const workHeld = async () => {
    await workspace.files.makeDirectory(folder);
    return work();
  };
  const lock = await acquireProcessLocks(workspace, { paths: [folder], holder: "the change log" });
  return whileHeld(lock, workHeld, () => {
    throw new Error("The change log is busy.");
  });
}
