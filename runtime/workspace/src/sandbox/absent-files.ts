import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../workspace/is-inside.ts";
import type { GuardedPath } from "./sandbox.port.ts";

/** Whether reading a path is denied; see `FileGuard.denies`. */
export type Denies = (path: string) => boolean;

/**
 * What lies in a workspace and may be read by nobody, as it is now: real paths. Looked for once; after that only
 * folders that have changed are read again.
 */
export async function absentFiles(root: string, denies: Denies): Promise<readonly GuardedPath[]> {
  const known = trees.get(denies) ?? new Map<string, DeniedFiles>();
  trees.set(denies, known);
  const tree = known.get(root) ?? new DeniedFiles(root, denies);
  known.set(root, tree);
  return tree.find();
}

const trees = new WeakMap<Denies, Map<string, DeniedFiles>>();

/** Folders that are looked at, and the most paths that are hidden one by one. */
const MAX_FOLDERS = 30_000;
const MAX_PATHS = 1_000;

/** Another program runs in between, after so many milliseconds. */
const SHARE_MS = 5;

/** A folder that changed so recently may change again without showing it, in milliseconds. */
const UNSETTLED_MS = 50;

/** One folder, as it was when it was read. */
interface Folder {
  readonly path: string;
  /** Undefined: it was not read yet, or may have changed since without showing it. */
  state: Pick<Stats, "ino" | "mtimeMs" | "ctimeMs"> | undefined;
  folders: readonly Folder[];
  denied: readonly GuardedPath[];
}

class DeniedFiles {
  readonly #root: Folder;
  readonly #denies: Denies;
  #looking: Promise<readonly GuardedPath[]> | undefined;

  constructor(root: string, denies: Denies) {
    this.#root = folderAt(root);
    this.#denies = denies;
  }

  /** Calls of one moment look together. */
  find(): Promise<readonly GuardedPath[]> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<readonly GuardedPath[]> {
    const found: GuardedPath[] = [];
    const waiting = [this.#root];
    let since = performance.now();
    for (let looked = 0; looked < MAX_FOLDERS; looked += 1) {
      const folder = waiting.pop();
      if (folder === undefined) break;
      this.#bringUpToDate(folder);
      if (folder.denied.length > 0) found.push(...folder.denied);
      for (const below of folder.folders) waiting.push(below);
      if (looked % 100 > 0 || performance.now() - since < SHARE_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    return fewer(this.#root.path, found);
  }

  #bringUpToDate(folder: Folder): void {
    const stat = lstatSync(folder.path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isDirectory()) return void Object.assign(folder, folderAt(folder.path));
    const { ino, mtimeMs, ctimeMs } = stat;
    const { state } = folder;
    if (state?.mtimeMs === mtimeMs && state.ctimeMs === ctimeMs && state.ino === ino) return;
    folder.state = Date.now() - ctimeMs > UNSETTLED_MS ? { ino, mtimeMs, ctimeMs } : undefined;
    this.#read(folder);
  }

  #read(folder: Folder): void {
    const known = new Map(folder.folders.map((below) => [below.path, below]));
    const folders: Folder[] = [];
    const denied: GuardedPath[] = [];
    for (const entry of entriesOf(folder.path)) {
      const path = `${folder.path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name === ".git") continue;
        if (this.#denies(path)) denied.push({ path, kind: "directory" });
        else folders.push(known.get(path) ?? folderAt(path));
      } else if (entry.isSymbolicLink()) denied.push(...this.#behind(path));
      else if (entry.isFile() && this.#denies(path)) denied.push({ path, kind: "file" });
    }
    folder.folders = folders;
    folder.denied = denied;
  }

  /** What lies in the workspace is looked at where it stands. */
  #behind(link: string): readonly GuardedPath[] {
    try {
      const { path: root } = this.#root;
      const path = realpathSync(link);
      if (isInside(root, path) || isInside(path, root)) return [];
      if (!this.#denies(link) && !this.#denies(path)) return [];
      return [{ path, kind: statSync(path).isDirectory() ? "directory" : "file" }];
    } catch {
      return [];
    }
  }
}

function folderAt(path: string): Folder {
  return { path, state: undefined, folders: [], denied: [] };
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Where they are too many the folders that hold most of them stand for all that is in them. */
function fewer(root: string, found: readonly GuardedPath[]): readonly GuardedPath[] {
  if (found.length <= MAX_PATHS) return found;
  const held = new Map<string, number>();
  for (const { path } of found) held.set(dirname(path), (held.get(dirname(path)) ?? 0) + 1);
  const fullest = [...held].filter(([folder]) => folder !== root).sort(([, one], [, other]) => other - one);
  const hidden = new Set<string>();
  let count = found.length;
  for (const [folder, files] of fullest) {
    if (count <= MAX_PATHS) break;
    hidden.add(folder);
    count -= files - 1;
  }
  const folders = [...hidden].map((path) => ({ path, kind: "directory" as const }));
  return outermost([...folders, ...found]).slice(0, MAX_PATHS);
}

function outermost(paths: readonly GuardedPath[]): readonly GuardedPath[] {
  const folders = new Set(paths.flatMap(({ path, kind }) => (kind === "directory" ? [path] : [])));
  const isHeld = (path: string): boolean => {
    const folder = dirname(path);
    return folder !== path && (folders.has(folder) || isHeld(folder));
  };
  return paths.filter(({ path }) => !isHeld(path));
}
