import { relative } from "node:path";
import { isInside } from "../../workspace/is-inside.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { ForeseenLine, KeptFiles } from "./command-changes.port.ts";
import type { ShadowGit } from "./shadow-git.ts";
import { MAX_FILE_BYTES, pathsOf } from "./take-snapshot.ts";

/** What comes back of the files of a line where snapshots can be taken. */
export async function foreseeFiles(workspace: Workspace, git: ShadowGit, foreseen: ForeseenLine): Promise<KeptFiles> {
  const there = await filesThere(workspace, foreseen);
  const tooLarge = there.find(({ size }) => size > MAX_FILE_BYTES);
  if (tooLarge !== undefined) return { all: false, lost: `${tooLarge.name} is larger than 10 MiB` };
  const named = there.filter(({ kind }) => kind !== "unknown").map(({ name }) => name);
  if (named.length < there.length) return { all: false };
  const listed = await git.run([
    ...["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--"],
    ...named.map((name) => `:(top,literal)${name}`),
  ]);
  const known = new Set(listed && pathsOf(listed));
  return { all: named.every((name) => known.has(name)) };
}

/** The same where nothing is kept, for this reason: what is there now would be lost. */
export async function foreseeLoss(workspace: Workspace, foreseen: ForeseenLine, reason: string): Promise<KeptFiles> {
  const there = await filesThere(workspace, foreseen);
  return there.length === 0 ? { all: false } : { all: false, lost: reason };
}

interface FileThere {
  readonly name: string;
  readonly kind: "file" | "other" | "unknown";
  readonly size: number;
}

/** What a line would overwrite or delete in the workspace, relative to the root. A directory is not overwritten. */
async function filesThere({ root, files }: Workspace, { writes, deletes }: ForeseenLine): Promise<FileThere[]> {
  const removed = new Set(deletes);
  const there: FileThere[] = [];
  for (const path of new Set([...deletes, ...writes])) {
    if (!isInside(root, path)) continue;
    const name = relative(root, path);
    const stat = await files.stat(path, { noFollow: true }).catch(() => undefined);
    if (stat === undefined) {
      // Nobody has looked for what a wildcard stands for.
      if (/[*?[{]/.test(name)) there.push({ name, kind: "unknown", size: 0 });
    } else if (stat.kind !== "directory" || removed.has(path)) {
      there.push({ name, kind: stat.kind === "file" ? "file" : "other", size: stat.size });
    }
  }
  return there;
}
