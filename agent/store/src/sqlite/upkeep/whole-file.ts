import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../../port/store-error.ts";
import { sqliteFailure } from "../database/sqlite-failure.ts";

/**
 * Makes a file for its owner that is there whole or not at all: `write` gets an empty one, which takes the place when
 * it says that it is right. Throws a `StoreError`, and leaves nothing else behind.
 */
export function makeWhole(file: string, write: (draft: string) => boolean): boolean {
  const draft = `${file}.draft-${process.pid}`;
  try {
    rmSync(draft, { force: true });
    closeSync(openSync(draft, "wx", 0o600));
    const isRight = write(draft);
    if (isRight) renameSync(draft, file);
    syncFolder(file);
    return isRight;
  } catch (thrown) {
    throw asStoreError(thrown, file);
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(`${draft}${suffix}`, { force: true });
  }
}

/** A path beside another one at which nothing is yet: `FILE.before`, or with a number. */
export function freePath(file: string): string {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? `${file}.before` : `${file}.before-${number}`;
    if (!existsSync(path)) return path;
  }
}

/** What is in a folder outlives a loss of power from now on. */
export function syncFolder(file: string): void {
  // Windows opens no folders, and needs none of this.
  if (process.platform === "win32") return;
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** What the file system or SQLite threw, as a `StoreError`. */
export function asStoreError(thrown: unknown, file: string): unknown {
  const failure = sqliteFailure(thrown, file);
  if (failure !== thrown || StoreError.isInstance(thrown)) return failure;
  if (!(thrown instanceof Error && "syscall" in thrown && "code" in thrown)) return thrown;
  const { code } = thrown;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  const isDenied = code === "EACCES" || code === "EROFS" || code === "EPERM";
  const kind = isFull ? "full" : isDenied ? "read_only" : "io";
  return new StoreError(kind, `The file cannot be written: ${file} (${code}).`, { cause: thrown });
}
