import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { ShadowGit } from "./shadow-git.ts";
import { pathsOf } from "./take-snapshot.ts";

const MAX_FILES = 10_000;

/** Of all files together, where no repository says which of them somebody wrote (bytes). */
const MAX_BYTES = 200_000_000;

/** Why snapshots of the folder would cost much; undefined where they do not. */
export async function whyCostly({ root, files }: Workspace, git: ShadowGit): Promise<string | undefined> {
  const tracked = await git.runOnUsers(["ls-files", "-z"]);
  if (tracked !== undefined) return pathsOf(tracked).length > MAX_FILES ? TOO_MANY : undefined;
  const listed = await git.run(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  const paths = listed && pathsOf(listed);
  if (paths === undefined) return "its files could not be listed in time";
  if (paths.length > MAX_FILES) return TOO_MANY;
  let bytes = 0;
  for (const path of paths) bytes += (await files.stat(join(root, path), { noFollow: true }))?.size ?? 0;
  return bytes > MAX_BYTES ? "the folder holds more than 200 MB, and is no git work tree" : undefined;
}

const TOO_MANY = "the folder has more than 10,000 files";
