import { join } from "node:path";
import type { Logger } from "@toolwright/core";
import type { Workspace } from "../workspace/workspace.port.ts";
import { dropIntent, intentsFolder, loadIntent } from "./intent.ts";
import { isRunning } from "./process-identity.ts";
import { removeOld, takeBack } from "./take-back.ts";

/** What an earlier process left behind. */
export interface Recovery {
  /** How many unfinished changes were taken back. */
  readonly takenBack: number;
  /** Files that were changed since, and so left alone. */
  readonly conflicts: readonly string[];
}

const done = new WeakMap<Workspace, Promise<void>>();

/** Takes back what processes that died left half-done in this workspace; once per workspace object, and said once. */
export function recoverOnce(workspace: Workspace, logger: Logger): Promise<void> {
  const known = done.get(workspace) ?? recoverAndSay(workspace, logger);
  done.set(workspace, known);
  return known;
}

async function recoverAndSay(workspace: Workspace, logger: Logger): Promise<void> {
  try {
    const recovery = await recoverChanges(workspace);
    if (recovery.takenBack > 0)
      logger.warn("Unfinished file changes of an earlier process were taken back", { ...recovery });
  } catch (error) {
    // What was left stays for the next try; it must not stop work on other files.
    done.delete(workspace);
    logger.error("Unfinished file changes of an earlier process could not be taken back", { error });
  }
}

/** Takes back every unfinished change of this workspace whose process no longer runs. */
export async function recoverChanges(workspace: Workspace): Promise<Recovery> {
  const folder = intentsFolder(workspace);
  if ((await workspace.files.stat(folder)) === undefined) return { takenBack: 0, conflicts: [] };
  let takenBack = 0;
  const conflicts: string[] = [];
  for (const { name } of await workspace.files.list(folder)) {
    const [pid = "", started = ""] = name.split("-");
    const owner = { pid: Number(pid), started: started === "0" ? "" : started };
    if (!Number.isInteger(owner.pid) || isRunning(owner)) continue;
    const found = await settle(workspace, join(folder, name));
    if (found === undefined) continue;
    takenBack += 1;
    conflicts.push(...found);
  }
  return { takenBack, conflicts };
}

/** The conflicts of one change; undefined when it had not begun, was over, or belongs to another workspace. */
async function settle(workspace: Workspace, folder: string): Promise<readonly string[] | undefined> {
  const found = await loadIntent(workspace, folder);
  if (found === undefined) {
    await dropIntent(workspace, folder);
    return undefined;
  }
  if (found === "unreadable" || found.intent.root !== workspace.root) return undefined;
  const { intent, isDone } = found;
  if (!isDone) return (await takeBack(workspace, { folder, intent })).conflicts;
  await removeOld(workspace, { folder, intent });
  return undefined;
}
