import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../port/store-error.ts";
import { assertLogged, hasNoLog } from "../database/assert-log.ts";
import { holdAlone, holdStore, lockFileOf, realFile } from "../database/open-files.ts";
import { APPLICATION_ID, BACKUP_ID, MIGRATIONS } from "../database/schema.ts";
import { sqliteFailure } from "../database/sqlite-failure.ts";
import { sqliteModule } from "../database/sqlite-module.ts";

/** How long a file that others write is waited for, in milliseconds. */
const WAIT_MS = 5_000;

/** A file of SQLite, asked without migrating it. */
export interface RawStore {
  readonly sqlite: DatabaseSync;
  readonly isBackup: boolean;
  readonly version: number;
  close(): void;
}

/**
 * Opens the file of a store or of a backup as it is, also while others have it open. Throws a `StoreError` for one that
 * is neither, newer, or damaged where its head is.
 */
export function openRaw(path: string): RawStore {
  const file = realFile(path);
  // A backup lies alone: it gets no file beside it because somebody looked at it.
  const isKnown = existsSync(lockFileOf(file));
  const alone = isKnown ? holdAlone(file) : undefined;
  const lock = alone ?? (isKnown ? holdStore(file, "shared", WAIT_MS) : undefined);
  let sqlite: DatabaseSync | undefined;
  const close = (): void => {
    sqlite?.close();
    lock?.release();
  };
  try {
    const isWithoutLog = (!isKnown || alone !== undefined) && hasNoLog(file);
    sqlite = new (sqliteModule().DatabaseSync)(file);
    const opened = sqlite;
    sqlite.exec(`PRAGMA busy_timeout = ${WAIT_MS}`);
    const { owner, version } = headOf(sqlite);
    if (owner !== APPLICATION_ID && owner !== BACKUP_ID) {
      throw new StoreError("foreign_database", `The database belongs to another program: ${file}.`);
    }
    if (version > MIGRATIONS.length) {
      const message = `The database has schema ${version}, this version knows ${MIGRATIONS.length}: ${file}.`;
      throw new StoreError("newer_schema", message);
    }
    if (isWithoutLog) assertLogged(file, version, (sql) => opened.prepare(sql).get());
    alone?.share();
    return { sqlite, isBackup: owner === BACKUP_ID, version, close };
  } catch (thrown) {
    close();
    throw sqliteFailure(thrown, file);
  }
}

function headOf(sqlite: DatabaseSync): { readonly owner: number; readonly version: number } {
  const sql = "SELECT application_id AS owner, user_version AS version FROM pragma_application_id, pragma_user_version";
  const { owner, version } = sqlite.prepare(sql).get() ?? {};
  return { owner: Number(owner), version: Number(version) };
}
