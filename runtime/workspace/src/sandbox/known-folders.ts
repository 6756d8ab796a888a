import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";

/** What a folder shows when it is read, and the names of the folders in it that are looked at as well. */
export interface ReadFolder<T> {
  readonly found: readonly T[];
  readonly enters: readonly string[];
}

/** How folders are looked at. */
export interface KnownFoldersOptions<T> {
  /** `level`: how far below the root it lies. */
  read(path: string, entries: readonly Dirent[], level: number): ReadFolder<T>;
  /** So many folders are looked at, those nearest to the root first. */
  readonly most: number;
}

/** Another program runs in between, after so many milliseconds. */
const SHARE_MS = 5;

/** A folder that changed so recently may change again without showing it, in milliseconds. */
const UNSETTLED_MS = 50;

/** One folder, as it was when it was read. */
interface Folder<T> {
  readonly path: string;
  readonly level: number;
  /** Undefined: it was not read yet, or may have changed since without showing it. */
  state: Pick<Stats, "ino" | "mtimeMs" | "ctimeMs"> | undefined;
  folders: readonly Folder<T>[];
  found: readonly T[];
}

/** What is found in the folders below a root. They are read once; after that only those that have changed. */
export class KnownFolders<T> {
  readonly #root: Folder<T>;
  readonly #options: KnownFoldersOptions<T>;
  #looking: Promise<readonly T[]> | undefined;
  /** No folder was left out when it looked last. */
  isWhole = false;

  constructor(root: string, options: KnownFoldersOptions<T>) {
    this.#root = folderAt(root, 0);
    this.#options = options;
  }

  /** As it is now, outer folders first. Calls of one moment look together. */
  find(): Promise<readonly T[]> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<readonly T[]> {
    const found: T[] = [];
    const folders = [this.#root];
    let since = performance.now();
    for (let looked = 0; looked < this.#options.most; looked += 1) {
      const folder = folders[looked];
      if (folder === undefined) break;
      this.#bringUpToDate(folder);
      if (folder.found.length > 0) found.push(...folder.found);
      for (const below of folder.folders) folders.push(below);
      if (looked % 100 > 0 || performance.now() - since < SHARE_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    this.isWhole = folders.length <= this.#options.most;
    return found;
  }

  #bringUpToDate(folder: Folder<T>): void {
    const { path, level, state } = folder;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isDirectory()) return void Object.assign(folder, folderAt<T>(path, level));
    const { ino, mtimeMs, ctimeMs } = stat;
    if (state?.mtimeMs === mtimeMs && state.ctimeMs === ctimeMs && state.ino === ino) return;
    folder.state = Date.now() - ctimeMs > UNSETTLED_MS ? { ino, mtimeMs, ctimeMs } : undefined;
    const known = new Map(folder.folders.map((below) => [below.path, below]));
    const { found, enters } = this.#options.read(path, entriesOf(path), level);
    const paths = enters.map((name) => `${path}/${name}`);
    folder.folders = paths.map((below) => known.get(below) ?? folderAt(below, level + 1));
    folder.found = found;
  }
}

function folderAt<T>(path: string, level: number): Folder<T> {
  return { path, level, state: undefined, folders: [], found: [] };
}

function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
