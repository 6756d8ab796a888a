import { StoreError, type StoreErrorCode } from "../store-error.ts";

interface Failure {
  readonly code: StoreErrorCode;
  readonly message: string;
}

const BUSY = 5;

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const FAILURES: ReadonlyMap<number, Failure> = new Map([
  [BUSY, { code: "busy", message: "Another process kept the database locked for too long" }],
  [6, { code: "busy", message: "The database is locked by this process" }],
  [8, { code: "read_only", message: "The database cannot be written to" }],
  [10, { code: "io", message: "The disk failed to read or write the database" }],
  [11, { code: "corrupt", message: "The database is damaged" }],
  [13, { code: "full", message: "There is no room left for the database" }],
  [14, { code: "io", message: "The database cannot be opened" }],
  [26, { code: "not_a_database", message: "The file is not a database" }],
]);

/** A database that was closed does nothing more. */
export function closedError(file: string): StoreError {
  return new StoreError("closed", `The store is closed: ${file}.`);
}

/** Whether others had the database locked. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && "errcode" in thrown && Number(thrown.errcode) % 256 === BUSY;
}

/** What SQLite threw, as a {@link StoreError} where it is the world's fault; anything else comes back as it is. */
export function sqliteFailure(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof Error) || !("errcode" in thrown) || typeof thrown.errcode !== "number") return thrown;
  const failure = FAILURES.get(thrown.errcode & 0xff);
  if (failure === undefined) return thrown;
  return new StoreError(failure.code, `${failure.message}: ${file} (${thrown.message}).`, { cause: thrown });
}
