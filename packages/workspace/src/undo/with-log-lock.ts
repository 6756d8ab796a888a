import { whileHeld } from "../tracking/file-locks.ts";
import { acquireProcessLocks } from "../tracking/process-locks.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { undoFolder } from "./undo-folder.ts";

/** By folder: what this process has queued, so that its own calls do not poll for each other. */
const queues = new Map<string, Promise<unknown>>();

/** Works on the log of a workspace while nobody else does, in this process or another. Rejects after 30 s of waiting. */
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
