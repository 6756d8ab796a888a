import { existsSync, readFileSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Conversation } from "@toolwright/core";
import { aFunction, aText, checkOptions } from "@toolwright/core/internal";
import { StoreError } from "../../port/store-error.ts";
import { BACKUP_ID } from "../database/schema.ts";
import { sqliteModule } from "../database/sqlite-module.ts";
import { openRaw } from "./raw-store.ts";
import { makeWhole } from "./whole-file.ts";

/** A file that stands beside a store, and what it is called in a backup: names with slashes. */
export interface FileBeside {
  readonly name: string;
  readonly path: string;
}

/** The store to back up, and the file that the backup becomes. */
export interface BackupOptions {
  /** The store's file. */
  readonly file: string;
  /** Where the backup goes: a path at which nothing is yet. */
  readonly to: string;
  /**
   * Files that go along, of these conversations. Asked once the database is copied; those that are gone by then are
   * left out.
   */
  readonly beside?: (conversations: readonly Conversation[]) => Iterable<FileBeside>;
}

/** The counts of a backup. */
export interface BackupReport {
  readonly threads: number;
  readonly events: number;
  /** Files that went along. */
  readonly files: number;
  /** Of the backup. */
  readonly bytes: number;
}

/**
 * Copies a store into one file, as it is at one moment, while servers write. The files beside it are read after that
 * moment: each is written before the event that names it, so all that the copy names are there. Holds the thread.
 * Throws a `StoreError`, and leaves nothing behind; a `TypeError` for an option that does not exist or cannot be.
 */
export function backupStore(options: BackupOptions): BackupReport {
  checkOptions<BackupOptions>(options, {
    of: "backupStore",
    rules: { file: aText, to: aText, beside: aFunction },
    needed: ["file", "to"],
  });
  const { file, to, beside = () => [] } = options;
  if (!existsSync(file)) throw new StoreError("io", `There is no store at ${file}.`);
  if (existsSync(to)) throw new StoreError("io", `There is a file at ${to} already: a backup takes a path of its own.`);
  const source = openRaw(file);
  let report: Omit<BackupReport, "bytes"> | undefined;
  try {
    if (source.isBackup) throw new StoreError("foreign_database", `The file is a backup, and no store: ${file}.`);
    makeWhole(to, (draft) => {
      source.sqlite.prepare("VACUUM INTO ?").run(draft);
      report = complete(draft, beside);
      return true;
    });
  } finally {
    source.close();
  }
  return { threads: 0, events: 0, files: 0, ...report, bytes: statSync(to).size };
}

/** Makes a backup of a copy: it takes the files along, and is no store any more. */
function complete(copy: string, beside: NonNullable<BackupOptions["beside"]>): Omit<BackupReport, "bytes"> {
  const sqlite = new (sqliteModule().DatabaseSync)(copy);
  try {
    sqlite.exec("PRAGMA synchronous = FULL; BEGIN");
    sqlite.exec("CREATE TABLE beside (name TEXT PRIMARY KEY, modified REAL NOT NULL, bytes BLOB NOT NULL) STRICT");
    const insert = sqlite.prepare("INSERT INTO beside VALUES (?, ?, ?)");
    let files = 0;
    for (const { name, path } of beside(conversationsIn(sqlite))) {
      const found = readThere(path);
      if (found === undefined) continue;
      insert.run(name, found.modified, found.bytes);
      files += 1;
    }
    sqlite.exec(`PRAGMA application_id = ${BACKUP_ID}; COMMIT`);
    const count = (table: string) => Number(sqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
    return { threads: count("threads"), events: count("events"), files };
  } finally {
    sqlite.close();
  }
}

/** Those of the threads, and those that they were forked from: a fork reads what was kept for the other. */
function conversationsIn(sqlite: DatabaseSync): Conversation[] {
  const sql = "SELECT channel, chat_id FROM threads";
  const forked = "SELECT forked_channel, forked_chat_id FROM threads WHERE forked_channel IS NOT NULL";
  const rows = sqlite.prepare(hasForks(sqlite) ? `${sql} UNION ${forked}` : sql).all();
  return rows.map((row) => ({ channel: String(row.channel), chatId: String(row.chat_id) }));
}

/** A store of an earlier schema has none. */
function hasForks(sqlite: DatabaseSync): boolean {
  const sql = "SELECT 1 FROM pragma_table_info('threads') WHERE name = 'forked_channel'";
  return sqlite.prepare(sql).get() !== undefined;
}

/** Undefined for a file that was removed meanwhile. */
function readThere(path: string): { readonly bytes: Uint8Array; readonly modified: number } | undefined {
  try {
    return { bytes: readFileSync(path), modified: statSync(path).mtimeMs };
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}
