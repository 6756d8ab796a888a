import { StoreError } from "../../port/store-error.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { openPartIndex } from "../search/part-index.ts";
import { assertLogged, hasNoLog, LOGGED, sayLogged } from "./assert-log.ts";
import { assertSound } from "./assert-sound.ts";
import { copyBefore } from "./copy-before.ts";
import { Database } from "./database.ts";
import { inOneGo } from "./in-one-go.ts";
import { type DatabasePlace, holdAlone, holdStore, makeFile, OpenFiles } from "./open-files.ts";
import { pausesOf } from "./patience.ts";
import { APPLICATION_ID, BACKUP_ID, MIGRATIONS } from "./schema.ts";
import { sqliteFailure } from "./sqlite-failure.ts";
import { sqliteModule } from "./sqlite-module.ts";

/** How to open one. */
export interface DatabaseOptions {
  readonly file: string;
  readonly busyTimeoutMs: number;
  readonly maxBytes: number;
  /** Told of a schema that was older, and of the copy that was made before it was changed. */
  readonly onMigrated?: (migrated: Migrated) => void;
}

type Migrated = {
  readonly from: number;
  readonly to: number;
  readonly copy: string;
};

/** In place of a path: a database that is nowhere else. */
export const IN_MEMORY = ":memory:";

/** A write-ahead log is cut back to this many bytes when it has been copied into the database. */
const LOG_BYTES = 64 * 1024 * 1024;

/** How long one try to write waits for others, in milliseconds. */
const TRY_MS = 5;

/**
 * Pages of the log after which it is copied, four times as many as SQLite takes by itself: conversations that go on
 * write the same pages again and again, and every copy waits for the disk twice.
 */
const COPIED_PAGES = 4_000;

/**
 * Opens a database, or makes it, readable by its owner only. Throws a `StoreError`; a file that is not ours stays as it
 * is.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { file, busyTimeoutMs, maxBytes } = options;
  const { DatabaseSync } = sqliteModule();
  const isFile = file !== IN_MEMORY;
  if (isFile) makeFile(file);
  const alone = isFile ? holdAlone(file) : undefined;
  const lock = alone ?? (isFile ? holdStore(file, "shared", busyTimeoutMs) : undefined);
  const connect = () => {
    const isWithoutLog = alone !== undefined && hasNoLog(file);
    return { isWithoutLog, database: new Database(new DatabaseSync(file), { file, lock }) };
  };
  const { database, isWithoutLog } = orReleased(connect, { file, lock });
  try {
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
    bringUpToDate(database, { ...options, isWithoutLog });
    useLog(database, busyTimeoutMs);
    setBounds(database, maxBytes);
    database.hasParts = openPartIndex(database);
    if (isWithoutLog) sayLogged(database);
    else database.transaction(() => database.run(LOGGED));
    alone?.share();
    if (isFile) database.files = new OpenFiles(file);
    // Nothing else goes on while a store is opened. From now on a process that waits in this thread would stand still
    // as a whole.
    database.exec(`PRAGMA busy_timeout = ${Math.min(Math.trunc(busyTimeoutMs), TRY_MS)}`);
    database.patience.limit(busyTimeoutMs);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Gives the lock back where the database cannot be connected to. */
function orReleased<T>(connect: () => T, { file, lock }: DatabasePlace): T {
  try {
    return connect();
  } catch (thrown) {
    lock?.release();
    throw sqliteFailure(thrown, file);
  }
}

/** What is known of a database before it is looked into. */
interface Found extends Pick<DatabaseOptions, "file" | "onMigrated"> {
  readonly isWithoutLog: boolean;
}

/** Looks whether the database is whole, and brings an older one to the newest schema after a copy of it was made. */
function bringUpToDate(database: Database, { file, isWithoutLog, onMigrated }: Found): void {
  const version = versionOf(database, MIGRATIONS.length);
  if (isWithoutLog) assertLogged(file, version, (sql) => database.first(sql));
  if (version > 0) assertSound(database);
  const isOlder = file !== IN_MEMORY && version > 0 && version < MIGRATIONS.length;
  const copy = isOlder ? copyBefore(database, version) : undefined;
  migrate(database);
  if (copy !== undefined) onMigrated?.({ from: version, to: MIGRATIONS.length, copy });
}

function setBounds(database: Database, maxBytes: number): void {
  // FULL: what was committed outlives a loss of power, too, not only the end of the process.
  database.exec(
    `PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ${LOG_BYTES}; PRAGMA wal_autocheckpoint = ${COPIED_PAGES}`,
  );
  const pageSize = numberOf(database.first("PRAGMA page_size") ?? {}, "page_size");
  database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.trunc(maxBytes / pageSize))}`);
}

/**
 * A write-ahead log, so that readers wait for nobody. Two processes that switch at once do not wait for each other as
 * they do everywhere else.
 */
export function useLog(database: Database, busyTimeoutMs: number): void {
  const pause = pausesOf(busyTimeoutMs);
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== "busy" || !pause()) throw error;
    }
  }
}

/**
 * Brings a database to the newest schema, whole or not at all; an empty file becomes one.
 * Throws a `StoreError` for a database that is newer, or somebody else's, and leaves it as it is.
 */
export function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): void {
  if (versionOf(database, migrations.length) === migrations.length) return;
  database.transaction(() => {
    // Another process may have done it in the meantime.
    const version = versionOf(database, migrations.length);
    const steps = version === 0 ? [inOneGo(migrations)] : migrations.slice(version);
    for (const step of steps) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });
}

/**
 * Which schema a database has; 0 for an empty one. Throws a `StoreError` for one that is newer than `known`, or
 * somebody else's.
 */
function versionOf(database: Database, known: number): number {
  const { file } = database;
  // One statement, so that all three are of one moment: another process may just make the file ours.
  const row = database.first(`SELECT application_id AS owner, user_version AS version,
      (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_application_id, pragma_user_version`);
  const [owner = 0, version = 0, tables = 0] = ["owner", "version", "tables"].map((name) => numberOf(row ?? {}, name));
  if (owner === BACKUP_ID) {
    throw new StoreError(
      "foreign_database",
      `The file is a backup: toolwright store restore puts it in a store's place: ${file}.`,
    );
  }
  if (owner === APPLICATION_ID ? version < 1 : owner !== 0 || version !== 0 || tables > 0) {
    throw new StoreError("foreign_database", `The database belongs to another program, and was left alone: ${file}.`);
  }
  if (version <= known) return version;
  throw new StoreError("newer_schema", `The database has schema ${version}, this version knows ${known}: ${file}.`);
}
