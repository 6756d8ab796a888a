import { join } from "node:path";
import { acquireProcessLocks } from "../tracking/process-locks.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { undoFolder } from "./undo-folder.ts";

/** Undoes or redoes while nobody else does, in this process or another. Rejects after 30 s of waiting. */
export async function alone<T>(workspace: Workspace, kind: "undo" | "redo", work: () => Promise<T>): Promise<T> {
  const paths = [join(undoFolder(workspace), "reversing")];
  const lock = await acquireProcessLocks(workspace, { paths, holder: `the user, ${kind}` });
  if (lock.kind !== "held") throw new Error("Another undo is at work here.");
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
