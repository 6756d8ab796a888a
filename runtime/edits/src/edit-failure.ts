/** Why an edit was refused. The same words are the tools' `error.reason`. */
export type EditFailureReason =
  | "NOT_FOUND"
  | "AMBIGUOUS"
  | "NO_MATCH"
  | "NO_CHANGE"
  | "BINARY"
  | "NOT_UTF8"
  | "TOO_LARGE"
  | "IO"
  /** A patch that does not follow the grammar. */
  | "INVALID_PATCH"
  /** A file would be created where one is. */
  | "EXISTS"
  /** A path that leaves the workspace. */
  | "OUTSIDE";

/** A refused edit. Nothing was changed. */
export interface EditFailure {
  readonly ok: false;
  readonly reason: EditFailureReason;
  /** What is wrong, then what to do next; without the reason. */
  readonly message: string;
  /** Lines of the file that may help, at most 2,000 characters. */
  readonly hint?: string;
}

/** Makes an {@link EditFailure}. */
export function editFailure(reason: EditFailureReason, message: string, hint?: string): EditFailure {
  return hint === undefined || hint === "" ? { ok: false, reason, message } : { ok: false, reason, message, hint };
}

/** The text a model reads for a refused edit: reason, message, hint. */
export function editFailureText(failure: EditFailure): string {
  const head = `${failure.reason} ${failure.message}`;
  return failure.hint === undefined ? head : `${head}\n${failure.hint}`;
}
