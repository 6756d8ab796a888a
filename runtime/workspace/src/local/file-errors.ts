import { FileError, type FileErrorReason } from "../workspace/file-error.ts";

const REASONS: ReadonlyMap<string, FileErrorReason> = new Map([
  ["ENOENT", "NOT_FOUND"],
  ["EEXIST", "EXISTS"],
  ["EISDIR", "IS_DIRECTORY"],
  ["ENOTDIR", "NOT_DIRECTORY"],
  ["ENXIO", "NOT_REGULAR"],
  ["ENOTEMPTY", "NOT_EMPTY"],
  ["ELOOP", "IS_LINK"],
  ["EACCES", "DENIED"],
  ["EPERM", "DENIED"],
  ["ENAMETOOLONG", "NAME_TOO_LONG"],
]);

/** The same promise, rejecting with a `FileError`. */
export async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFileError(error);
  }
}

/**
 * The same promise, undefined where nothing is there. A path through a file, a circle of links or a name that is too
 * long leads to nothing too.
 */
export async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await translated(work);
  } catch (error) {
    if (error instanceof FileError && ABSENT.has(error.reason)) return undefined;
    throw error;
  }
}

const ABSENT: ReadonlySet<FileErrorReason> = new Set(["NOT_FOUND", "NOT_DIRECTORY", "IS_LINK", "NAME_TOO_LONG"]);

/** Any thrown value as a `FileError`; what it was stays as the cause. */
export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  return new FileError(REASONS.get(codeOf(error)) ?? "IO", error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
