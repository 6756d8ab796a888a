import { resolve } from "node:path";
import type { FilesPort } from "../workspace/files.port.ts";
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

/** The directories that entries have removed and that are not there, outermost first. */
export async function goneDirectories(
  files: FilesPort,
  entries: readonly Pick<LogEntry, "emptied">[],
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const directory of entries.flatMap(({ emptied }) => emptied.toReversed())) {
    if ((await files.stat(directory, { noFollow: true }))?.kind !== "directory") gone.push(directory);
  }
  return gone;
}

/** Makes the directories again that entries have removed: those with files in them are there already. */
export async function remakeEmptied(
  workspace: Workspace,
  entries: readonly Pick<LogEntry, "emptied">[],
): Promise<void> {
  for (const directory of entries.flatMap(({ emptied }) => emptied.toReversed())) {
    if ((await unrestorable(workspace, directory)) !== undefined) continue;
    await workspace.files.makeDirectory(directory).catch(() => undefined);
  }
}
