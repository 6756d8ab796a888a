import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../port/store-error.ts";
import { pausesOf } from "./patience.ts";
import { isBusy, sqliteFailure } from "./sqlite-failure.ts";
import { sqliteModule } from "./sqlite-module.ts";

/**
 * The absolute path of a file, behind every link: SQLite has its log there, and all who open it have to meet at one
 * lock.
 */
export function realFile(file: string): string {
  return existsSync(file) ? realpathSync(file) : resolve(file);
}

/** Beside the database: every process that has it open holds a lock on this empty file, which ends with the process. */
export function lockFileOf(file: string): string {
  return `${file}-open`;
}

/** A lock that is held until it is given back, or the process ends. */
export interface FileLock {
  release(): void;
  /**
   * Lets others open the store, too, where it was held alone. Throws `busy` where somebody else holds it alone by then.
   */
  share(): void;
}

/** Where a database is, and what tells others that it is open. */
export interface DatabasePlace {
  readonly file: string;
  readonly lock?: FileLock | undefined;
}

/**
 * Holds the lock of a store: `shared` while it is open, `alone` while its files are replaced. Throws `busy` where
 * others have held it against that for so many milliseconds. The lock is one of SQLite on a file of its own, so it
 * counts whatever state the database is in.
 */
export function holdStore(file: string, how: "shared" | "alone", waitMs: number): FileLock {
  const path = lockFileOf(file);
  makeFile(path);
  const lock = connected(path);
  const pause = pausesOf(waitMs);
  for (;;) {
    const refused = tryLock(lock, how);
    if (refused === undefined) return lockOf(lock, file);
    if (isBusy(refused) && pause()) continue;
    lock.close();
    throw isBusy(refused) ? held(file, how) : sqliteFailure(refused, path);
  }
}

function lockOf(lock: DatabaseSync, file: string): FileLock {
  return {
    release: () => lock.close(),
    share() {
      rollBack(lock);
      if (tryLock(lock, "shared") !== undefined) throw held(file, "shared");
    },
  };
}

function held(file: string, how: "shared" | "alone"): StoreError {
  const why = how === "alone" ? "The store is open in another process" : "The files of the store are being replaced";
  return new StoreError("busy", `${why}: ${file}.`);
}

function connected(path: string): DatabaseSync {
  try {
    return new (sqliteModule().DatabaseSync)(path);
  } catch (thrown) {
    throw sqliteFailure(thrown, path);
  }
}

/** Why it cannot be had now; undefined where it is held. */
function tryLock(lock: DatabaseSync, how: "shared" | "alone"): unknown {
  try {
    lock.exec(how === "alone" ? "BEGIN EXCLUSIVE" : "BEGIN");
    if (how === "shared") lock.prepare("SELECT count(*) FROM sqlite_schema").get();
    return undefined;
  } catch (thrown) {
    rollBack(lock);
    return thrown;
  }
}

function rollBack(lock: DatabaseSync): void {
  try {
    lock.exec("ROLLBACK");
  } catch {
    // Nothing was begun.
  }
}

/** The lock, alone; undefined while others hold it. */
export function holdAlone(file: string): FileLock | undefined {
  try {
    return holdStore(file, "alone", 0);
  } catch (thrown) {
    if (StoreError.isInstance(thrown) && thrown.code === "busy") return undefined;
    throw thrown;
  }
}

/** The files of an open database, as they were when it was opened. */
export class OpenFiles {
  readonly #files: ReadonlyMap<string, string | undefined>;

  constructor(file: string) {
    this.#files = new Map([file, `${file}-wal`, `${file}-shm`].map((path) => [path, identityOf(path)]));
  }

  /** Throws `io` where one of them was deleted or replaced: what is written then goes where nobody will find it. */
  assertThere(): void {
    for (const [path, identity] of this.#files) {
      if (identityOf(path) === identity) continue;
      throw new StoreError(
        "io",
        `A file of the open store was deleted or replaced, and nothing is stored any more: ${path}.`,
      );
    }
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Makes a file for its owner where there is none. One that is there is not opened: whatever closes a file gives back
 * all locks that its process has on it, and so those of SQLite.
 */
export function makeFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "wx", 0o600));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EEXIST" && existsSync(file)) return;
    const isDenied = code === "EACCES" || code === "EROFS" || code === "EPERM";
    const why = isDenied ? "The database cannot be written to" : "The database cannot be opened";
    throw new StoreError(isDenied ? "read_only" : "io", `${why}: ${file} (${code}).`, { cause });
  }
}
