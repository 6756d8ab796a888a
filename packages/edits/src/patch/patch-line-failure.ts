import { type EditFailure, editFailure } from "../edit-failure.ts";

/** `line 3 of the patch: …`, counted from 1 in the whole text that was sent. */
export function patchLineFailure(line: number, message: string): EditFailure {
  return editFailure("INVALID_PATCH", `line ${line} of the patch: ${message}`);
}
