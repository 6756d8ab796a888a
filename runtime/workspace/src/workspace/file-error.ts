/** Why a file operation failed. */
export type FileErrorReason =
  | "NOT_FOUND"
  | "EXISTS"
  | "IS_DIRECTORY"
  | "NOT_DIRECTORY"
  | "NOT_REGULAR"
  | "NOT_EMPTY"
  | "IS_LINK"
  | "DENIED"
  | "NAME_TOO_LONG"
  | "IO";

/** A failed file operation. Its message names no path, so that it may be shown anywhere. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly reason: FileErrorReason;

  constructor(reason: FileErrorReason, cause?: unknown) {
    super(MESSAGES[reason], { cause });
    this.reason = reason;
  }
}

const MESSAGES: Readonly<Record<FileErrorReason, string>> = {
  NOT_FOUND: "does not exist",
  EXISTS: "already exists",
  IS_DIRECTORY: "is a directory",
  NOT_DIRECTORY: "is not a directory",
  NOT_REGULAR: "is not a regular file",
  NOT_EMPTY: "is not empty",
  IS_LINK: "is a symbolic link",
  DENIED: "may not be opened: permission denied",
  NAME_TOO_LONG: "has a name that is too long",
  IO: "could not be accessed",
};
