import { type EditFailure, editFailure } from "../edit-failure.ts";
import { toLineFeeds } from "../text-file.ts";

/** The lines between the markers of a patch. */
export interface UnwrappedPatch {
  readonly ok: true;
  readonly lines: readonly string[];
  /** The 1-based number, in the whole text, of the first of them. */
  readonly firstLine: number;
}

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";

/** What models put around a patch: nothing, a code fence, the opening of a heredoc. */
const BEFORE = /^\s*(?:```[\w+-]*|(?:[\w./-]+ +){0,4}<<-? *(['"]?)\w+\1)?\s*$/;

/** The closing of the same. */
const AFTER = /^\s*(?:```|\w+|\)|['"])?\s*$/;

/** Finds the patch in a text, whatever usual wrapper is around it. Anything else before or after it is refused. */
export function unwrapPatch(text: string): UnwrappedPatch | EditFailure {
  const lines = toLineFeeds(text).split("\n");
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  if (begin === -1 || !lines.slice(0, begin).every((line) => BEFORE.test(line))) {
    return editFailure("INVALID_PATCH", `The patch must begin with the line "${BEGIN}".`);
  }
  const end = lines.findIndex((line, index) => index > begin && line.trimEnd() === END);
  if (end === -1) {
    return editFailure("INVALID_PATCH", `The patch has no line "${END}"; it may have been cut off. Send it whole.`);
  }
  if (!lines.slice(end + 1).every((line) => AFTER.test(line))) {
    return editFailure(
      "INVALID_PATCH",
      `There is text after "${END}" (line ${end + 2}). Send one patch for all files.`,
    );
  }
  return { ok: true, lines: lines.slice(begin + 1, end), firstLine: begin + 2 };
}
