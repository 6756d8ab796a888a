import { dirname, join } from "node:path";
import type { Scrubber } from "@toolwright/core/types";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { type SecretFiles, secretFiles } from "./secret-files.ts";
import type { ShadowGit } from "./shadow-git.ts";

/** Larger files are left out, and directories with more files that git does not know. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_UNTRACKED = 200;

/** A snapshot that takes longer is not worth it (milliseconds). The first one has to read everything. */
const WARM_MS = 2_000;
const COLD_MS = 20_000;

/** Every file of the workspace at one moment. */
export interface Snapshot {
  /** The name of a tree that holds them, but for those with a secret. */
  readonly tree: string;
  readonly secret: SecretFiles;
}

/** More files with a secret are more than a command line names. */
const MAX_SECRET = 1_000;

/** The files of the workspace as they are now; undefined when that fails or takes too long. */
export async function takeSnapshot(
  workspace: Workspace,
  git: ShadowGit,
  { first, scrubber }: { readonly first: boolean; readonly scrubber: Scrubber },
): Promise<Snapshot | undefined> {
  const limit = first ? COLD_MS : WARM_MS;
  const started = performance.now();
  const others = await listed(git, ["--others", "--exclude-standard"]);
  const modified = await listed(git, ["--modified"]);
  if (others === undefined || modified === undefined) return undefined;
  // A path that holds a secret may not stand in the list of what is left out either.
  const left = (await leftOut(workspace, { git, others })).filter((path) => scrubber.secretsIn(path).length === 0);
  if (left.length > 0) await git.exclude(left);
  const added = left.length === 0 ? others : await listed(git, ["--others", "--exclude-standard"]);
  const secret = await secretFiles(workspace, { paths: [...(added ?? []), ...modified], scrubber });
  if (secret.size > MAX_SECRET || performance.now() - started >= limit) return undefined;
  const paths = [...secret.keys()];
  // It fails when a file cannot be read, and has taken all the others then.
  const without = paths.map((path) => `:(exclude,top,literal)${path}`);
  await git.run(["add", "--all", "--ignore-errors", "--", ".", ...without], limit);
  const known = paths.map((path) => `:(top,literal)${path}`);
  if (known.length > 0) await git.run(["rm", "--cached", "--force", "--quiet", "--ignore-unmatch", "--", ...known]);
  if (performance.now() - started >= limit) return undefined;
  const tree = await git.run(["write-tree"]);
  return tree === undefined ? undefined : { tree: new TextDecoder().decode(tree).trim(), secret };
}

async function listed(git: ShadowGit, which: readonly string[]): Promise<readonly string[] | undefined> {
  const output = await git.run(["ls-files", ...which, "-z"]);
  return output && pathsOf(output);
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
