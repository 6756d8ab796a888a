import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { anObject, aText, checkOptions } from "@toolwright/core/internal";
import { StoreError } from "../../port/store-error.ts";
import { holdStore, realFile } from "../database/open-files.ts";
import { APPLICATION_ID } from "../database/schema.ts";
import { sqliteModule } from "../database/sqlite-module.ts";
import { checkStore } from "./check-store.ts";
import { openRaw } from "./raw-store.ts";
import { asStoreError, freePath, makeWhole, syncFolder } from "./whole-file.ts";

/** Where files go that were beside a store. */
export interface PlaceBeside {
  /** The folder in which they stand. */
  readonly path: string;
  /**
   * `replace`: what is in the folder is moved to `.before` first; `add`: only what is missing is written, because
   * others share it.
   */
  readonly how: "replace" | "add";
}

/** What to restore, and where. */
export interface RestoreOptions {
  /** A backup, or a copy of a store. */
  readonly from: string;
  /** The store's file. What is there is kept as `FILE.before`, with a number where that is taken. */
  readonly file: string;
  /** By the first part of their names. Files of a backup that have no place are left out. */
  readonly places?: Readonly<Record<string, PlaceBeside>>;
}

/** What was done. */
export interface RestoreReport {
  /** Where everything is that was there before. */
  readonly before: readonly string[];
  /** Files beside it that were written. */
  readonly files: number;
}

/**
 * Puts a backup in the place of a store. Throws a `StoreError` and changes nothing where the backup is damaged or any
 * process has the store open (`busy`). The backup stays as it is. Throws a `TypeError` for an option that does not
 * exist or cannot be.
 */
export function restoreStore(options: RestoreOptions): RestoreReport {
  checkOptions<RestoreOptions>(options, {
    of: "restoreStore",
    rules: { from: aText, file: aText, places: anObject },
    needed: ["from", "file"],
  });
  const { from, file: path, places = {} } = options;
  const file = realFile(path);
  if (!existsSync(from)) throw new StoreError("io", `There is no backup at ${from}.`);
  if (realFile(from) === file) throw new StoreError("io", `The backup and the store are one file: ${file}.`);
  // Before its content is judged: a file that is no backup at all is another mistake.
  openRaw(from).close();
  const [finding] = checkStore(from).findings;
  if (finding !== undefined)
    throw new StoreError("corrupt", `The backup is damaged, and nothing was changed: ${finding}`);
  const lock = holdStore(file, "alone", 0);
  try {
    const draft = `${file}.restored`;
    makeWhole(draft, (path) => copyAsStore(from, path));
    // A folder that cannot be moved leaves the store where it is.
    const folders = moveFolders(places);
    const before = [...moveAside(file), ...folders];
    renameSync(draft, file);
    syncFolder(file);
    return { before, files: writeBeside(from, places) };
  } catch (thrown) {
    throw asStoreError(thrown, file);
  } finally {
    lock.release();
  }
}

/** The database of a backup without what it took along. */
function copyAsStore(from: string, to: string): true {
  const source = openRaw(from);
  try {
    source.sqlite.prepare("VACUUM INTO ?").run(to);
  } finally {
    source.close();
  }
  const sqlite = new (sqliteModule().DatabaseSync)(to);
  try {
    sqlite.exec("PRAGMA synchronous = FULL; DROP TABLE IF EXISTS beside; DELETE FROM leases; VACUUM");
    sqlite.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    return true;
  } finally {
    sqlite.close();
  }
}

/** The log goes with its database: what was stored last may be in there alone. */
function moveAside(file: string): string[] {
  if (!existsSync(file)) {
    for (const suffix of ["-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
    return [];
  }
  const before = freePath(file);
  rmSync(`${file}-shm`, { force: true });
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${before}-wal`);
  renameSync(file, before);
  return [before];
}

function moveFolders(places: NonNullable<RestoreOptions["places"]>): string[] {
  return Object.values(places).flatMap(({ path, how }) => {
    if (how === "add" || !existsSync(path)) return [];
    const before = freePath(path);
    renameSync(path, before);
    return [before];
  });
}

function writeBeside(from: string, places: NonNullable<RestoreOptions["places"]>): number {
  const backup = openRaw(from);
  try {
    if (!backup.isBackup) return 0;
    let files = 0;
    for (const { name, modified, bytes } of rowsBeside(backup.sqlite)) {
      const [first = "", ...rest] = name.split("/");
      const place = Object.hasOwn(places, first) ? places[first] : undefined;
      if (place === undefined) continue;
      const path = join(place.path, ...rest);
      // A backup may come from anywhere.
      if (!resolve(path).startsWith(resolve(place.path) + sep) || existsSync(path)) continue;
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, bytes, { mode: 0o600, flush: true });
      utimesSync(path, modified / 1_000, modified / 1_000);
      files += 1;
    }
    return files;
  } finally {
    backup.close();
  }
}

function* rowsBeside(sqlite: DatabaseSync) {
  for (const { name, modified, bytes } of sqlite.prepare("SELECT name, modified, bytes FROM beside").iterate()) {
    if (typeof name === "string" && bytes instanceof Uint8Array) yield { name, modified: Number(modified), bytes };
  }
}
