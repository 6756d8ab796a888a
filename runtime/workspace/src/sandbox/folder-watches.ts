import { type FSWatcher, readFileSync, statfsSync, watch } from "node:fs";

/** On these the kernel tells of every change: ext4, xfs, btrfs, tmpfs, f2fs. */
const TOLD_OF: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010]);

/** So many more are watched each time, because to begin takes as long as a few looks. */
const MORE_EACH_TIME = 500;

/** Without a question for so long nothing is watched any more, in milliseconds. */
const IDLE_MS = 300_000;

/** How many folders are watched at most, and how much is told at once without a loss. */
interface Limits {
  readonly watches: number;
  readonly events: number;
}

/**
 * Knows of folders that they have not changed since they were watched, and says so only where it would have been told.
 * A folder that has changed is not watched any more: one that changes all the time costs nothing.
 */
export class FolderWatches {
  readonly #limits = limitsOf();
  readonly #watched = new Map<string, FSWatcher>();
  #device: number | undefined;
  #mounts = "";
  #floods = 0;
  #more = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Afterwards all is known that had happened before. `root`: only what lies in its file system is watched. */
  async catchUp(root: { readonly path: string; readonly device: number | undefined }): Promise<void> {
    this.#more = MORE_EACH_TIME;
    this.#device = this.#limits !== undefined && isToldOf(root.path) && isAlone() ? root.device : undefined;
    const mounts = this.#device === undefined ? "" : mountsNow();
    // A mount hides a folder, and nobody is told.
    if (this.#device === undefined || mounts !== this.#mounts) this.#dropAll();
    this.#mounts = mounts;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#dropAll(), IDLE_MS).unref();
    // The first may come before the next look at what the kernel tells, the second comes after.
    for (let turn = 0; turn < 2 && this.#watched.size > 0; turn += 1) await nextTurn();
    if (this.#floods !== floods) this.#dropAll();
    this.#floods = floods;
  }

  /** Has nothing changed in it since it was watched? */
  isCalm(path: string): boolean {
    return this.#watched.has(path);
  }

  /** To be called before a folder is looked at: from then on each change is told. */
  watch(path: string, device: number): void {
    if (device !== this.#device || this.#more === 0 || this.#watched.has(path)) return;
    if (watchedByAll >= (this.#limits?.watches ?? 0)) return;
    this.#more -= 1;
    try {
      const watcher = watch(path, { persistent: false }, () => this.#changed(path, watcher));
      watcher.on("error", () => this.drop(path));
      this.#watched.set(path, watcher);
      watchedByAll += 1;
    } catch {
      // It may not be read, or the system lets none more be watched.
      this.#more = Math.floor(this.#more / 2);
    }
  }

  drop(path: string): void {
    const watcher = this.#watched.get(path);
    if (watcher === undefined) return;
    this.#watched.delete(path);
    watchedByAll -= 1;
    watcher.close();
  }

  /** Closed a moment later, so that all that is told at once is counted. */
  #changed(path: string, watcher: FSWatcher): void {
    countTold(this.#limits?.events ?? 0);
    if (this.#watched.get(path) !== watcher) return;
    this.#watched.delete(path);
    watchedByAll -= 1;
    setImmediate(() => watcher.close());
  }

  #dropAll(): void {
    for (const path of [...this.#watched.keys()]) this.drop(path);
  }
}

/** By this process. */
let watchedByAll = 0;

let toldAtOnce = 0;

/** So often so much was told at once that some of it may have been dropped. */
let floods = 0;

function countTold(most: number): void {
  if (toldAtOnce === 0) setImmediate(() => (toldAtOnce = 0));
  toldAtOnce += 1;
  if (toldAtOnce === most) floods += 1;
}

/** What others of this process watch takes room where all wait to be told. */
function isAlone(): boolean {
  return !process.getActiveResourcesInfo().includes("FSEventWrap");
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isToldOf(path: string): boolean {
  try {
    return TOLD_OF.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

function mountsNow(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "latin1");
  } catch {
    return "";
  }
}

/** Undefined where nothing is told, or nobody knows how much. */
function limitsOf(): Limits | undefined {
  if (process.platform !== "linux") return undefined;
  const [watches = Number.NaN, events = Number.NaN] = ["max_user_watches", "max_queued_events"].map(limit);
  return watches > 0 && events > 0 ? { watches: watches / 4, events: Math.min(events / 4, 4_096) } : undefined;
}

function limit(name: string): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "latin1"));
  } catch {
    return Number.NaN;
  }
}
