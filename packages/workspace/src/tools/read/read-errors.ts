import { ToolError } from "@toolwright/core";
import { FileError } from "../../workspace/file-error.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";

/** Why a path that exists was not read. */
export function cannotBeRead(path: ResolvedPath, error: unknown): ToolError {
  if (ToolError.isInstance(error)) return error;
  if (!(error instanceof FileError)) throw error;
  if (error.reason === "NOT_REGULAR") {
    return new ToolError(`${path.shown} is a FIFO, a socket or a device and is not read.`, {
      code: "user_error",
      reason: "IO",
    });
  }
  const reason = error.reason === "NOT_FOUND" ? "NOT_FOUND" : "IO";
  return new ToolError(`${path.shown} ${error.message}.`, { code: "user_error", reason, cause: error });
}

/** More was asked for than may be read at once. Both in tokens, at four characters each. */
export function tooMuch(asked: number, allowed: number): ToolError {
  return new ToolError(`This would be about ${asked} tokens; at most ${allowed} are read at once.`, {
    code: "user_error",
    reason: "TOO_LARGE",
    suggestion: "Give limit and offset, or fewer files.",
  });
}
