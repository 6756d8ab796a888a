import { accessSync, constants, type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { FolderWatches } from "./folder-watches.ts";

/** What a folder shows when it is read, and the names of the folders in it that are looked at as well. */
export interface ReadFolder<T> {
  readonly found: readonly T[];
  readonly enters: readonly string[];
  /** Something in it cannot be told by a path. */
  readonly misses?: boolean;
}

/** How folders are looked at. */
export interface KnownFoldersOptions<T> {
  /** `entries`: undefined where it may not be read. `level`: how far below the root it lies. */
  read(path: string, entries: readonly Dirent[] | undefined, level: number): ReadFolder<T>;
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
  /** What was read there; undefined: nothing was. */
  place: Pick<Stats, "dev" | "ino"> | undefined;
  /** Undefined: it may have changed since without showing it. */
  times: Pick<Stats, "mtimeMs" | "ctimeMs"> | undefined;
  folders: readonly Folder<T>[];
  found: readonly T[];
  misses: boolean;
}

/**
 * What is found in the folders below a root. They are read once; after that only those that have changed, and those
 * that are watched are not even looked at.
 */
export class KnownFolders<T> {
  readonly #root: Folder<T>;
  readonly #options: KnownFoldersOptions<T>;
  readonly #watches = new FolderWatches();
  #looking: Promise<readonly T[]> | undefined;
  /** No folder was left out when it looked last. */
  isWhole = false;
  /** So many folders it looked at last. */
  lookedAt = 0;

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
    this.lookedAt = 0;
    let misses = false;
    const { path, place } = this.#root;
    await this.#watches.catchUp({ path, device: place?.dev });
    let since = performance.now();
    for (let looked = 0; looked < this.#options.most; looked += 1) {
      const folder = folders[looked];
      if (folder === undefined) break;
      if (folder === this.#root || !this.#watches.isCalm(folder.path)) this.#bringUpToDate(folder);
      misses ||= folder.misses;
      if (folder.found.length > 0) found.push(...folder.found);
      for (const below of folder.folders) folders.push(below);
      if (looked % 100 > 0 || performance.now() - since < SHARE_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    this.isWhole = folders.length <= this.#options.most && !misses;
    return found;
  }

  #bringUpToDate(folder: Folder<T>): void {
    const { path, level, place, times } = folder;
    this.lookedAt += 1;
    if (times !== undefined && place !== undefined) this.#watches.watch(path, place.dev);
    const stat = statOf(path);
    const isFolder = stat !== "unknown" && stat?.isDirectory() === true;
    // What is called the same in another folder is another one.
    if (!isFolder || (place !== undefined && (place.ino !== stat.ino || place.dev !== stat.dev))) this.#forget(folder);
    if (!isFolder) folder.misses = stat === "unknown";
    if (!isFolder) return;
    const { dev, ino, mtimeMs, ctimeMs } = stat;
    if (folder.times !== undefined && times?.mtimeMs === mtimeMs && times.ctimeMs === ctimeMs) return;
    folder.place = { dev, ino };
    folder.times = Date.now() - ctimeMs > UNSETTLED_MS ? { mtimeMs, ctimeMs } : undefined;
    const known = new Map(folder.folders.map((below) => [below.path, below]));
    const { found, enters, misses = false } = this.#options.read(path, entriesOf(path), level);
    const paths = enters.map((name) => `${path}/${name}`);
    folder.folders = paths.map((below) => known.get(below) ?? folderAt(below, level + 1));
    folder.found = found;
    folder.misses = misses;
    for (const below of paths) known.delete(below);
    for (const gone of known.values()) this.#forget(gone);
  }

  #forget(folder: Folder<T>): void {
    const { path, level, folders } = folder;
    this.#watches.drop(path);
    for (const below of folders) this.#forget(below);
    Object.assign(folder, folderAt<T>(path, level));
  }
}

function folderAt<T>(path: string, level: number): Folder<T> {
  return { path, level, place: undefined, times: undefined, folders: [], found: [], misses: false };
}

/** `unknown`: something may be there, but its path is too long, or what holds it has been closed meanwhile. */
function statOf(path: string): Stats | undefined | "unknown" {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return "unknown";
  }
}

/** Undefined where it may not be read, or where what it holds may not be reached. */
function entriesOf(path: string): readonly Dirent[] | undefined {
  try {
    accessSync(path, constants.X_OK);
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    return isGone ? [] : undefined;
  }
}
