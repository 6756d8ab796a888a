import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { ShadowGit } from "./shadow-git.ts";

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
