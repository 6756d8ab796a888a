/** Why a store could not do something. */
export type StoreErrorCode =
  /** This Node has no `node:sqlite`. */
  | "no_sqlite"
  | "not_a_database"
  /** A database that something else made. */
  | "foreign_database"
  /** A later version of this package made the file. */
  | "newer_schema"
  | "read_only"
  | "corrupt"
  /** The disk is full, or the database has reached `databaseBytes`. */
  | "full"
  /** Another process kept the database locked for longer than `busyTimeoutMs`. */
  | "busy"
  | "io"
  /** The server of a shared store cannot be reached; what was being written may have been stored. */
  | "unreachable"
  /** Somebody else has written to the conversation, or an event is out of order. */
  | "conflict"
  | "lease_lost"
  /** The conversation was deleted. */
  | "deleted"
  | "too_large"
  | "limit"
  | "bad_cursor"
  | "closed";

const BRAND = Symbol.for("toolwright.StoreError");

/** What a store throws: one sentence and a code. Whatever it was thrown for has not happened at all. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreError";
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Also true for an error of another copy of this package. */
  static isInstance(value: unknown): value is StoreError {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}
