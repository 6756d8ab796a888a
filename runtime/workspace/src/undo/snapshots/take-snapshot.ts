import { dirname, join } from "node:path";
import type { Scrubber, Secret } from "@toolwright/core";
import type { StandingContent } from "../../transaction/file-change.ts";
import { contentAt, contentHash, isFile, isLarge, toImage } from "../../transaction/file-content.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { secretIn } from "../registered-secrets.ts";
import type { ShadowGit } from "./shadow-git.ts";

/** Larger files are left out, and directories with more files that git does not know. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_UNTRACKED = 200;

/** So many files of a folder without a repository somebody may have written. */
const MAX_UNKNOWN = 10_000;

/**
 * A snapshot that takes longer is not worth it (milliseconds). The first one has to read everything, and without the
 * one after a command the one before it is worth nothing.
 */
const WARM_MS = 2_000;
const PATIENT_MS = 20_000;

/** Every file of the workspace at one moment. */
export interface Snapshot {
  /** The name of a tree that holds them, but for those with a secret; of those too large what they were before. */
  readonly tree: string;
  readonly secret: SecretFiles;
}

/** More files with a secret are more than a command line names. */
const MAX_SECRET = 1_000;

/** The files of the workspace as they are now; undefined when that fails or takes too long. */
export async function takeSnapshot(
  workspace: Workspace,
  git: ShadowGit,
  { patient, scrubber }: { readonly patient: boolean; readonly scrubber: Scrubber },
): Promise<Snapshot | undefined> {
  const limit = patient ? PATIENT_MS : WARM_MS;
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
  // A file that git does not know is left out for good; by undo one that has grown too large becomes small again.
  const apart = [...secret].flatMap(([path, { kept }]) => (isLarge(kept?.content) ? [] : [`:(top,literal)${path}`]));
  if (apart.length > 0) await git.run(["rm", "--cached", "--force", "--quiet", "--ignore-unmatch", "--", ...apart]);
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

/**
 * Directories with so many files of their own, unknown to the user's repository, that nobody wrote them. Where there is
 * no repository nothing says so, unless there are very many.
 */
async function crowded(git: ShadowGit, others: readonly string[]): Promise<readonly string[]> {
  const listed = await git.runOnUsers(["ls-files", "-z"]);
  if (listed === undefined && others.length <= MAX_UNKNOWN) return [];
  const tracked = new Set(listed && pathsOf(listed));
  const counts = new Map<string, number>();
  for (const path of others) {
    if (!tracked.has(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  // The root itself is never left out.
  return [...counts].flatMap(([directory, count]) => (count > MAX_UNTRACKED && directory !== "." ? [directory] : []));
}

/** The paths that git lists with `-z`. */
export function pathsOf(output: Uint8Array): readonly string[] {
  return new TextDecoder().decode(output).split("\0").filter(Boolean);
}

/** A file that holds a registered secret, in what it says or what it is called, or that is too large to be held. */
export interface SecretFile {
  readonly hash: string;
  /** Left out where its path has the secret, or where there are too many to hold. */
  readonly kept?: SideContent;
}

/** What stood at a path on one side of a command. */
export interface SideContent {
  readonly content: StandingContent;
  readonly secret: Secret | undefined;
  readonly mode: number | undefined;
}

/** By their paths below the root. */
export type SecretFiles = ReadonlyMap<string, SecretFile>;

const AT_ONCE = 32;

/** Held in memory while a command runs, of all contents together (bytes). */
const MAX_HELD = 50_000_000;

/** Which files of a workspace hold a secret. */
async function secretFiles(
  workspace: Workspace,
  { paths, scrubber }: { readonly paths: readonly string[]; readonly scrubber: Scrubber },
): Promise<SecretFiles> {
  const found = new Map<string, SecretFile>();
  let held = 0;
  const look = async (path: string): Promise<void> => {
    const file = await secretFile(workspace, path, scrubber);
    if (file === undefined) return;
    const content = file.kept?.content;
    const size = content === undefined || isLarge(content) ? 0 : toImage(content).length;
    held += size;
    found.set(path, size > 0 && held > MAX_HELD ? { hash: file.hash } : file);
  };
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(look));
  return found;
}

async function secretFile(
  { root, files }: Workspace,
  path: string,
  scrubber: Scrubber,
): Promise<SecretFile | undefined> {
  const at = join(root, path);
  const content = await contentAt(files, at).catch(() => "other" as const);
  const isNamed = scrubber.secretsIn(path).length > 0;
  if (content === undefined) return undefined;
  if (content === "other") return isNamed ? { hash: "" } : undefined;
  const hash = contentHash(content) ?? "";
  if (isNamed) return { hash };
  const secret = secretIn(content, scrubber);
  if (secret === undefined && !isLarge(content)) return undefined;
  const mode = isFile(content) ? (await files.stat(at, { noFollow: true }))?.mode : undefined;
  return { hash, kept: { content, secret, mode } };
}

/** The paths with a secret that are not the same in both, in order. */
export function changedSecrets(before: SecretFiles, after: SecretFiles): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !isSame(before.get(path), after.get(path))).sort();
}

function isSame(one: SecretFile | undefined, other: SecretFile | undefined): boolean {
  return one?.hash === other?.hash && one?.kept?.mode === other?.kept?.mode;
}
