import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { ShadowGit } from "./shadow-git.ts";

/** Where there are more, none is told. */
const MAX_DIRECTORIES = 1_000;

/**
 * Directories, relative to the root, with nothing but empty directories in them, which no tree of git holds; after a snapshot. What is
 * ignored is left out. Undefined when it cannot be told.
 */
export async function emptyDirectories(workspace: Workspace, git: ShadowGit): Promise<ReadonlySet<string> | undefined> {
  const listed = await git.run(["ls-files", "--others", "--directory", "--exclude-standard", "-z"]);
  if (listed === undefined) return undefined;
  const found: string[] = [];
  const left = { count: MAX_DIRECTORIES };
  for (const path of new TextDecoder().decode(listed).split("\0")) {
    if (path.endsWith("/") && path !== "./")
      found.push(...((await emptyBelow(workspace, path.slice(0, -1), left)) ?? []));
  }
  return left.count < 0 ? undefined : new Set(found);
}

/** The directory and all below it; undefined when there is anything else, as in a repository of its own. */
async function emptyBelow(
  workspace: Workspace,
  path: string,
  left: { count: number },
): Promise<readonly string[] | undefined> {
  left.count -= 1;
  if (left.count < 0) return undefined;
  const found = [path];
  for (const { name, kind } of await workspace.files.list(join(workspace.root, path))) {
    const below = kind === "directory" ? await emptyBelow(workspace, join(path, name), left) : undefined;
    if (below === undefined) return undefined;
    found.push(...below);
  }
  return found;
}
