import type { Dirent } from "node:fs";
import { lstat, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { isGenerated } from "../tools/ls/list-directory.ts";
import { isInside } from "../workspace/is-inside.ts";
import { KnownFolders } from "./known-folders.ts";
import type { GuardedPath } from "./sandbox.port.ts";

/** How far repositories are looked for below the root: levels, and directories in all. */
const MAX_DEPTH = 4;

const MAX_DIRECTORIES = 2_000;

/** What of a workspace is guarded against commands. */
export interface GuardedPaths {
  /** Never to be written. */
  readonly protected: readonly GuardedPath[];
  /**
   * Directories on the way to them, outermost first: where they could be renamed, something else could take their
   * place.
   */
  readonly holders: readonly string[];
  /** Files that must not come into being, but cannot be held by a mount. */
  readonly unwanted: readonly string[];
}

/** Finds what must not be written below a root, as it is at each call. Rejects when it cannot be protected. */
export function guardedPaths(
  root: string,
  { gitWrites }: { readonly gitWrites: boolean },
): () => Promise<GuardedPaths> {
  const repositories = repositoriesBelow(root);
  return async () => {
    const whole = await guardedIn(root, await repositories.find());
    return gitWrites ? openRepositories(whole) : whole;
  };
}

async function guardedIn(root: string, repositories: readonly string[]): Promise<GuardedPaths> {
  const paths = new Map<string, GuardedPath>();
  for (const name of NEVER_MADE) paths.set(join(root, name), await essential(join(root, name)));
  const others = [...NEVER_CHANGED.map((name) => join(root, name)), ...repositories.map((path) => join(path, ".git"))];
  for (const path of others) {
    const kind = await kindAt(path);
    // The file a link points to is guarded where it stands, or is outside.
    if (kind !== undefined && kind !== "link") paths.set(path, { path, kind });
  }
  const holders = [...new Set(repositories.flatMap((repository) => between(root, repository)))];
  return { protected: [...paths.values()], holders, unwanted: [] };
}

async function essential(path: string): Promise<GuardedPath> {
  const kind = await kindAt(path);
  // A mount would lie over what it points to, and the link itself could be replaced.
  if (kind === "link") throw new Error(`${path} is a symbolic link, which a sandbox cannot protect`);
  return { path, kind: kind ?? "missing" };
}

/** Protects parts of `.git` instead of all of it. */
async function openRepositories(guarded: GuardedPaths): Promise<GuardedPaths> {
  const isRepository = ({ path, kind }: GuardedPath): boolean => path.endsWith("/.git") && kind === "directory";
  const opened = guarded.protected.filter(isRepository).map(({ path }) => path);
  const inside: GuardedPath[] = [];
  const unwanted: string[] = [];
  for (const repository of opened) {
    for (const name of GIT_DIRECTORIES) inside.push(await essential(join(repository, name)));
    for (const name of GIT_FILES) {
      const path = join(repository, name);
      if ((await kindAt(path)) === "file") inside.push({ path, kind: "file" });
      else unwanted.push(path);
    }
  }
  const rest = guarded.protected.filter((path) => !isRepository(path));
  return { protected: [...rest, ...inside], holders: [...guarded.holders, ...opened], unwanted };
}

async function kindAt(path: string): Promise<"directory" | "file" | "link" | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return "link";
  return found.isDirectory() ? "directory" : "file";
}

function between(root: string, path: string): readonly string[] {
  const found: string[] = [];
  for (let at = path; at !== root && isInside(root, at); at = dirname(at)) found.unshift(at);
  return found;
}

/**
 * Every directory below `root` that is a repository of its own, without `root` itself. Absolute paths, outermost first.
 */
function repositoriesBelow(root: string): KnownFolders<string> {
  return new KnownFolders(root, {
    most: MAX_DIRECTORIES,
    read: (path, entries = [], level) => ({
      found: level > 0 && entries.some(({ name }) => name === ".git") ? [path] : [],
      enters: level === MAX_DEPTH ? [] : entries.filter(isEntered).map(({ name }) => name),
    }),
  });
}

function isEntered(entry: Dirent): boolean {
  return entry.isDirectory() && !isGenerated(entry.name);
}

/** What programs run by themselves, directly below the workspace root: protected even before it exists. */
const NEVER_MADE: readonly string[] = [".git", ".toolwright"];

/** The same, where it exists. */
export const NEVER_CHANGED: readonly string[] =
  ".git .toolwright .vscode .idea .claude .cursor .mcp.json .envrc .gitmodules".split(" ");

/** What git runs or follows inside `.git`, when the rest of it may be written: protected even before it exists. */
const GIT_DIRECTORIES: readonly string[] = ["hooks", "modules", "worktrees"];

/** The same, where it exists; one that came into being is taken away again. */
const GIT_FILES: readonly string[] = ["config", "config.worktree", "commondir"];

/** Takes away files that a command was not to make. Gives a note for each that it did make. */
export async function removeUnwanted(root: string, unwanted: readonly string[]): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const path of unwanted) {
    const removed = await rm(path).then(
      () => true,
      () => false,
    );
    if (removed) notes.push(`${relative(root, path)} was made by this command and taken away`);
  }
  return notes;
}
