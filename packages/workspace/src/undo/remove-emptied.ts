import { resolve } from "node:path";
import { isInside } from "../workspace/resolve-path.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { LogEntry } from "./log-line.ts";
import { unrestorable } from "./restorable-path.ts";

/** Removes the directories that an undo leaves without content. What somebody put into them keeps them. */
export async function removeEmptied({ root, files }: Workspace, { emptied }: Pick<LogEntry, "emptied">): Promise<void> {
  for (const directory of emptied) {
    if (resolve(directory) !== directory || directory === root || !isInside(root, directory)) continue;
    if ((await files.stat(directory, { noFollow: true }))?.kind === "directory") {
      await files.remove(directory).catch(() => undefined);
    }
  }
}

/** Makes the directories again that undos have removed: those with files in them are there already. */
export async function remakeEmptied(workspace: Workspace, undos: readonly Pick<LogEntry, "emptied">[]): Promise<void> {
  for (const directory of undos.flatMap(({ emptied }) => emptied.toReversed())) {
    if ((await unrestorable(workspace, directory)) !== undefined) continue;
    await workspace.files.makeDirectory(directory).catch(() => undefined);
  }
}
