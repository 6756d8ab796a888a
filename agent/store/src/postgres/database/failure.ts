import { StoreError, type StoreErrorCode } from "../../port/store-error.ts";
import type { Address } from "./address.ts";

/** What became of a statement that failed. */
export type Fate =
  /** The connection is gone: it may have been done, or not. */
  | "unknown"
  /** It was not done, and may be tried again. */
  | "undone"
  /** It was not done, and would fail again. */
  | "refused";

/** SQLSTATEs (or their first two letters) of what passes by itself: PostgreSQL has rolled back. */
const PASSING: ReadonlySet<string> = new Set(["40001", "40P01", "57P03", "53300"]);
/** Of a connection that the server ends, or that was lost. */
const LOST: ReadonlySet<string> = new Set(["57P01", "57P02", "57P05", "25P03", "08"]);

const CODES: ReadonlyMap<string, StoreErrorCode> = new Map([
  ["53100", "full"],
  ["25006", "read_only"],
  ["42501", "read_only"],
  ["54000", "too_large"],
  ["57014", "busy"],
  ["55P03", "busy"],
  ["53300", "busy"],
  ["XX001", "corrupt"],
  ["XX002", "corrupt"],
]);

/** Whether what failed may have been done. `pg` gives connections that broke no code of their own. */
export function fateOf(thrown: unknown): Fate {
  if (StoreError.isInstance(thrown)) return "refused";
  const state = stateOf(thrown);
  if (state === undefined) return isOfConnection(thrown) ? "unknown" : "refused";
  if (PASSING.has(state)) return "undone";
  return LOST.has(state) || LOST.has(state.slice(0, 2)) ? "unknown" : "refused";
}

/** What PostgreSQL or the network said, as a {@link StoreError}; a mistake of a program comes back as it is. */
export function failureOf(thrown: unknown, address: Address): unknown {
  if (!(thrown instanceof Error) || StoreError.isInstance(thrown)) return thrown;
  const state = stateOf(thrown);
  if (state === undefined && !isOfConnection(thrown)) return thrown;
  const code = CODES.get(state ?? "") ?? (fateOf(thrown) === "refused" && isOfServer(state) ? "io" : "unreachable");
  const why = address.masked(wordsOf(thrown));
  // No cause: what the driver throws may hold what it was connected with.
  return new StoreError(code, `${SENTENCES[code] ?? "The database refused"}: ${address.shown} (${why}).`);
}

const SENTENCES: Partial<Record<StoreErrorCode, string>> = {
  unreachable: "The database cannot be reached",
  full: "There is no room left for the database",
  read_only: "The database cannot be written to",
  too_large: "A name is too long for the database",
  busy: "The database is busy",
  corrupt: "The database is damaged",
};

/** A client that cannot log in, or names a database that is not there, has not reached one. */
function isOfServer(state: string | undefined): boolean {
  return state !== undefined && !state.startsWith("28") && !state.startsWith("3D");
}

/** The SQLSTATE of an error that PostgreSQL has sent. */
function stateOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown) || !("severity" in thrown)) return undefined;
  return typeof thrown.code === "string" && /^[0-9A-Z]{5}$/.test(thrown.code) ? thrown.code : undefined;
}

/** Codes of the system begin with E; for the rest there are only words. */
function isOfConnection(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ("code" in thrown && typeof thrown.code === "string") return /^E[A-Z]/.test(thrown.code);
  if (thrown instanceof AggregateError) return thrown.errors.every(isOfConnection);
  return /connection|timeout|closed|not queryable|ended/i.test(thrown.message);
}

function wordsOf(thrown: Error): string {
  if (thrown.message !== "" || !(thrown instanceof AggregateError)) return thrown.message;
  return thrown.errors.map((error) => (error instanceof Error ? error.message : String(error))).join("; ");
}
