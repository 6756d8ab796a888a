import { dirname, resolve } from "node:path";
import { createPermissions } from "../permissions/create-permissions.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import { isInside } from "../workspace/is-inside.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { LogEntry } from "./session-log.ts";

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

/** Why a path is not restored that another one would stand for. */
export const BEHIND_LINK = "is behind a link now; take the link away, and try again";

/**
 * Why a path that the log names is not restored, and cannot be forced to be: a log is data, and what it says may have
 * been written by anybody, or have been true of another tree. Undefined: it is where the workspace says, and no place
 * that is protected. `below`: a path on the way where a file or link stands that goes before this one comes.
 */
export async function unrestorable(workspace: Workspace, path: string, below = path): Promise<string | undefined> {
  const { root, home } = workspace;
  if (resolve(path) !== path || path === root || !isInside(root, path)) return "lies outside the workspace";
  if (await isBehindLink(workspace, dirname(below))) return BEHIND_LINK;
  const refused = await createPermissions({ root, home }).guard.refuses("edit", { real: path, lexical: path });
  return refused === undefined ? undefined : "is protected: no call was allowed to change it";
}

/** A directory that is missing is where its parent is. */
async function isBehindLink({ files, root }: Workspace, directory: string): Promise<boolean> {
  for (let at = directory; isInside(root, at); at = dirname(at)) {
    const real = await files.realPath(at);
    if (real !== undefined) return real !== at;
    if ((await files.stat(at, { noFollow: true })) !== undefined) return true;
  }
  return false;
}
