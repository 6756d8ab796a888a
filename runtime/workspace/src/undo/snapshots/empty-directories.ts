import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { ShadowGit } from "./shadow-git.ts";

/** Where there are more, none is told. */
const MAX_DIRECTORIES = 1_000;

/**
 * Directories, relative to the root, with nothing but empty directories in them, which no tree of git holds; after a
 * snapshot. What is ignored is left out. Undefined when it cannot be told.
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

/** Permission bits by path, relative to the root; a path that is missing has those that git assumes. */
export type UnusualModes = ReadonlyMap<string, number>;

/** Files that are looked at. In larger folders it would take longer than the snapshot itself. */
const MAX_FILES = 20_000;
const AT_ONCE = 64;

const USUAL: ReadonlySet<number> = new Set([0o644, 0o755]);

/** The permission bits that a snapshot just taken does not hold: a private file must not come back readable for all. */
export async function unusualModes({ root, files }: Workspace, git: ShadowGit): Promise<UnusualModes> {
  const listed = new TextDecoder().decode(await git.run(["ls-files", "-z"])).split("\0");
  const paths = listed.filter(Boolean).slice(0, MAX_FILES);
  const modes = new Map<string, number>();
  const look = async (path: string): Promise<void> => {
    const stat = await files.stat(join(root, path), { noFollow: true }).catch(() => undefined);
    if (stat?.kind === "file" && !USUAL.has(stat.mode)) modes.set(path, stat.mode);
  };
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(look));
  return modes;
}
