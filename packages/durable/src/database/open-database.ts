import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { openWordIndex } from "../search/word-index.ts";
import { StoreError } from "../store-error.ts";
import { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { numberOf } from "./row.ts";
import { sqliteFailure } from "./sqlite-failure.ts";
import { sqliteModule } from "./sqlite-module.ts";

/** How to open one. */
export interface DatabaseOptions {
  readonly file: string;
  readonly busyTimeoutMs: number;
  readonly maxBytes: number;
}

/** In place of a path: a database that is nowhere else. */
export const IN_MEMORY = ":memory:";

/** A write-ahead log is cut back to this many bytes when it has been copied into the database. */
const LOG_BYTES = 64 * 1024 * 1024;

/** Opens a database, or makes it, readable by its owner only. Throws a `StoreError`; a file that is not ours stays as it is. */
export function openDatabase({ file, busyTimeoutMs, maxBytes }: DatabaseOptions): Database {
  const { DatabaseSync } = sqliteModule();
  if (file !== IN_MEMORY) makeFile(file);
  const database = connect(() => new Database(new DatabaseSync(file), file), file);
  try {
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
    migrate(database);
    useLog(database, busyTimeoutMs);
    // FULL: what was committed outlives a loss of power, too, not only the end of the process.
    database.exec(`PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ${LOG_BYTES}`);
    const pageSize = numberOf(database.first("PRAGMA page_size") ?? {}, "page_size");
    database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.trunc(maxBytes / pageSize))}`);
    database.hasWords = openWordIndex(database);
    database.transaction(() => undefined);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function connect(open: () => Database, file: string): Database {
  try {
    return open();
  } catch (thrown) {
    throw sqliteFailure(thrown, file);
  }
}

function makeFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const isDenied = code === "EACCES" || code === "EROFS" || code === "EPERM";
    const why = isDenied ? "The database cannot be written to" : "The database cannot be opened";
    throw new StoreError(isDenied ? "read_only" : "io", `${why}: ${file} (${code}).`, { cause });
  }
}

/** A write-ahead log, so that readers wait for nobody. Two processes that switch at once do not wait for each other as they do everywhere else. */
export function useLog(database: Database, busyTimeoutMs: number): void {
  const until = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== "busy" || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
