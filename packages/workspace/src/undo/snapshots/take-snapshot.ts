import { dirname, join } from "node:path";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { ShadowGit } from "./shadow-git.ts";

/** Larger files are left out, and directories with more files that git does not know. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_UNTRACKED = 200;

/** A snapshot that takes longer is not worth it (milliseconds). The first one has to read everything. */
const WARM_MS = 2_000;
const COLD_MS = 20_000;

/** The name of a tree that holds every file of the workspace as it is now; undefined when that fails or takes too long. */
export async function takeSnapshot(
  workspace: Workspace,
  git: ShadowGit,
  { first }: { readonly first: boolean },
): Promise<string | undefined> {
  const others = await git.run(["ls-files", "--others", "--exclude-standard", "-z"]);
  if (others === undefined) return undefined;
  const left = await leftOut(workspace, { git, others: pathsOf(others) });
  if (left.length > 0) await git.exclude(left);
  const limit = first ? COLD_MS : WARM_MS;
  const started = performance.now();
  // It fails when a file cannot be read, and has taken all the others then.
  await git.run(["add", "--all", "--ignore-errors", "."], limit);
  if (performance.now() - started >= limit) return undefined;
  const tree = await git.run(["write-tree"]);
  return tree === undefined ? undefined : new TextDecoder().decode(tree).trim();
}

interface Others {
  readonly git: ShadowGit;
  /** Not in a snapshot so far. */
  readonly others: readonly string[];
}

async function leftOut({ root, files }: Workspace, { git, others }: Others): Promise<readonly string[]> {
  if (others.length === 0) return [];
  // A repository inside is one path, with a slash.
  const single = others.filter((path) => path.endsWith("/"));
  for (const path of others) {
    const stat = await files.stat(join(root, path), { noFollow: true });
    if (stat !== undefined && stat.size > MAX_FILE_BYTES) single.push(path);
  }
  return [...single, ...(await crowded(git, others))];
}

/** Directories with so many files of their own, unknown to the user's repository, that nobody wrote them. */
async function crowded(git: ShadowGit, others: readonly string[]): Promise<readonly string[]> {
  const tracked = new Set(pathsOf((await git.runOnUsers(["ls-files", "-z"])) ?? new Uint8Array()));
  const counts = new Map<string, number>();
  for (const path of others) {
    if (!tracked.has(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  // The root itself is never left out.
  return [...counts].flatMap(([directory, count]) => (count > MAX_UNTRACKED && directory !== "." ? [directory] : []));
}

function pathsOf(output: Uint8Array): readonly string[] {
  return new TextDecoder().decode(output).split("\0").filter(Boolean);
}
