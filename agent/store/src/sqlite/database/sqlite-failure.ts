import { StoreError, type StoreErrorCode } from "../../port/store-error.ts";

interface Failure {
  readonly code: StoreErrorCode;
  readonly message: string;
}

const BUSY = 5;
const CORRUPT = 11;

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const FAILURES: ReadonlyMap<number, Failure> = new Map([
  [BUSY, { code: "busy", message: "Another process kept the database locked for too long" }],
  [6, { code: "busy", message: "The database is locked by this process" }],
  [8, { code: "read_only", message: "The database cannot be written to" }],
  [10, { code: "io", message: "The disk failed to read or write the database" }],
  [CORRUPT, { code: "corrupt", message: "The database is damaged" }],
  [13, { code: "full", message: "There is no room left for the database" }],
  [14, { code: "io", message: "The database cannot be opened" }],
  // A size that no value of ours has, a rule that no statement of ours breaks, a kind that no column of ours takes.
  ...[18, 19, 20].map((code): [number, Failure] => [
    code,
    { code: "corrupt", message: "The database contradicts itself" },
  ]),
  [26, { code: "not_a_database", message: "The file is not a database" }],
]);

/** A database that was closed does nothing more. */
export function closedError(file: string): StoreError {
  return new StoreError("closed", `The store is closed: ${file}.`);
}

/** Whether others had the database locked. */
export function isBusy(thrown: unknown): boolean {
  return codeOf(thrown) === BUSY;
}

/** Whether SQLite met a page that it cannot read. */
export function isDamage(thrown: unknown): boolean {
  return codeOf(thrown) === CORRUPT;
}

/** The primary result code; undefined for what SQLite has not thrown. */
function codeOf(thrown: unknown): number | undefined {
  return thrown instanceof Error && "errcode" in thrown ? Number(thrown.errcode) & 0xff : undefined;
}

/**
 * A head or a schema that it cannot read any more has no code of its own in SQLite: it has that of all that is said
 * here, too.
 */
const NO_DAMAGE = /syntax error|already exists|no such (function|module)|transaction|incomplete input/;

/** What SQLite threw, as a {@link StoreError} where it is the world's fault; anything else comes back as it is. */
export function sqliteFailure(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof Error) || !("code" in thrown)) return thrown;
  const code = codeOf(thrown);
  const isUnreadable = thrown.code === "ERR_OUT_OF_RANGE" || (code === 1 && !NO_DAMAGE.test(thrown.message));
  const failure = FAILURES.get(isUnreadable ? CORRUPT : (code ?? 0));
  if (failure === undefined) return thrown;
  return new StoreError(failure.code, `${failure.message}: ${file} (${thrown.message}).`, { cause: thrown });
}
