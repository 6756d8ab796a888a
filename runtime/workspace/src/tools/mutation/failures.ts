import { ToolError } from "@toolwright/core";
import { type EditFailure, editFailureText } from "@toolwright/edits";
import { HalfDoneError } from "../../transaction/commit-changes.ts";
import { ChangedMeanwhileError } from "../../transaction/file-change.ts";
import { FileError } from "../../workspace/file-error.ts";

/** A refused edit as the error that a tool throws, with what would be right where that is known. */
export function editError(failure: EditFailure, suggestion?: string): ToolError {
  const { reason } = failure;
  return new ToolError(editFailureText(failure), {
    reason,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(reason === "OUTSIDE" ? { code: "security_violation" } : {}),
  });
}

/** A failed write as the error that a tool throws: everything was taken back. Anything else stays what it is. */
export function writeError(error: unknown, shown: string): unknown {
  if (error instanceof ChangedMeanwhileError) {
    const message = `STALE ${shown} changed while it was being edited. Nothing was changed. Read it again.`;
    return new ToolError(message, { reason: "STALE", cause: error });
  }
  if (error instanceof HalfDoneError) {
    const message = `IO ${error.message} yet; it will be at the next start. Look at ${shown} before going on.`;
    return new ToolError(message, { reason: "IO", cause: error });
  }
  if (!(error instanceof FileError)) return error;
  return new ToolError(`IO ${shown} ${error.message}. Nothing was changed.`, { reason: "IO", cause: error });
}

/**
 * What keeps a change safe could not be written, so it is not made. Anything but a failed file operation stays what it
 * is.
 */
export function stateError(error: unknown, directory: string): unknown {
  if (!(error instanceof FileError)) return error;
  return new ToolError(`IO The state directory ${directory} ${error.message}. Nothing was changed.`, {
    reason: "IO",
    suggestion: "Tell the user: XDG_STATE_HOME can name a folder that can be written.",
    cause: error,
  });
}
