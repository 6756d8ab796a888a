import { type Dirent, existsSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { heldBy } from "../workspace/held-by.ts";
import { isInside } from "../workspace/is-inside.ts";
import { KnownFolders, type ReadFolder } from "./known-folders.ts";
import type { GuardedPath, Sandbox } from "./sandbox.port.ts";

/** Whether reading a path is denied; see `FileGuard.denies`. */
export type Denies = (path: string) => boolean;

/** What a line cannot open. */
export interface AbsentFiles {
  /** Real paths. */
  readonly paths: readonly GuardedPath[];
  /** Nothing of the workspace is left out, but for the folders of its repositories. */
  readonly all: boolean;
  /** Whether a real path is among them, or lies in one. */
  holds(path: string): boolean;
}

export const NONE_ABSENT: AbsentFiles = { paths: [], all: false, holds: () => false };

/** Can it keep a line from opening files whose names are seen? */
export function keepsFromOpening(sandbox: Sandbox | undefined): boolean {
  return sandbox !== undefined && sandbox.kind !== "sandbox-runtime";
}

/**
 * What lies in a workspace and may be read by nobody, as it is now. Looked for once; after that only folders that have
 * changed are read again.
 */
export async function absentFiles(root: string, denies: Denies): Promise<AbsentFiles> {
  const known = trees.get(denies) ?? new Map<string, KnownFolders<GuardedPath>>();
  trees.set(denies, known);
  const read = (path: string, entries: readonly Dirent[] | undefined) =>
    shown(path, root, entries === undefined ? UNREAD : deniedIn(path, entries, { root, denies }));
  const tree = known.get(root) ?? new KnownFolders(root, { most: MAX_FOLDERS, read });
  known.set(root, tree);
  const found = fewer(root, await tree.find());
  const paths = found.slice(0, MAX_PATHS);
  return { paths, all: tree.isWhole && found.length <= MAX_PATHS, holds: heldBy(paths.map(({ path }) => path)) };
}

const trees = new WeakMap<Denies, Map<string, KnownFolders<GuardedPath>>>();

/** Folders that are looked at, and the most paths that are hidden one by one. */
const MAX_FOLDERS = 30_000;
const MAX_PATHS = 1_000;

/** The system takes 4,096 bytes, of which a character may be three; a folder that lies deeper is hidden as a whole. */
const MAX_LENGTH = 1_200;

interface Looked {
  readonly root: string;
  readonly denies: Denies;
}

const UNREAD: ReadFolder<GuardedPath> = { found: [], enters: [], misses: true };

/** A folder in which a line could open what no path tells is hidden as a whole. */
function shown(path: string, root: string, read: ReadFolder<GuardedPath>): ReadFolder<GuardedPath> {
  return read.misses && path !== root ? { found: [{ path, kind: "directory" }], enters: [] } : read;
}

function deniedIn(folder: string, entries: readonly Dirent[], { root, denies }: Looked): ReadFolder<GuardedPath> {
  const misses = entries.some((entry) => isGarbled(folder, entry, denies));
  const enters: string[] = [];
  const found: GuardedPath[] = [];
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name === ".git") continue;
      if (path.length > MAX_LENGTH || denies(path)) found.push({ path, kind: "directory" });
      else enters.push(entry.name);
    } else if (entry.isSymbolicLink()) found.push(...behind(path, { root, denies }));
    else if (entry.isFile() && denies(path)) found.push({ path, kind: "file" });
  }
  return { found, enters, misses };
}

/** A name that is not UTF-8 is shown with this character, and its path leads nowhere. */
function isGarbled(folder: string, entry: Dirent, denies: Denies): boolean {
  if (!entry.name.includes("\ufffd")) return false;
  const path = `${folder}/${entry.name}`;
  return (!entry.isFile() || denies(path)) && !existsSync(path);
}

/** What lies in the workspace is looked at where it stands. */
function behind(link: string, { root, denies }: Looked): readonly GuardedPath[] {
  try {
    const path = realpathSync(link);
    if (isInside(root, path) || isInside(path, root)) return [];
    if (!denies(link) && !denies(path)) return [];
    return [{ path, kind: statSync(path).isDirectory() ? "directory" : "file" }];
  } catch {
    return [];
  }
}

/**
 * Where they are too many the folders that hold most of them stand for all that is in them: the nearest, or where these
 * hold few each, those around them.
 */
function fewer(root: string, found: readonly GuardedPath[]): readonly GuardedPath[] {
  let left = found;
  let around = found.map(({ path }) => path);
  while (left.length > MAX_PATHS) {
    around = around.map((path) => (path === root || !isInside(root, path) ? root : dirname(path)));
    if (around.every((folder) => folder === root)) break;
    left = inFullest(root, found, around);
  }
  return left;
}

/** `around` says for each path the folder that may stand for it; the root stands for none. */
function inFullest(root: string, found: readonly GuardedPath[], around: readonly string[]): readonly GuardedPath[] {
  const held = new Map<string, number>();
  for (const folder of around) held.set(folder, (held.get(folder) ?? 0) + 1);
  held.delete(root);
  const fullest = [...held].sort(([, one], [, other]) => other - one);
  const hidden = new Set<string>();
  let count = found.length;
  for (const [folder, files] of fullest) {
    if (count <= MAX_PATHS || files < 2) break;
    hidden.add(folder);
    count -= files - 1;
  }
  const isHidden = heldBy(hidden);
  const folders = [...hidden].filter((path) => !isHidden(dirname(path)));
  return [
    ...folders.map((path) => ({ path, kind: "directory" as const })),
    ...found.filter(({ path }) => !isHidden(path)),
  ];
}
