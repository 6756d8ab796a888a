import { checkEdit } from "./check-edit.ts";
import { type EditFailure, editFailure } from "./edit-failure.ts";
import type { EditRequest } from "./edit-request.ts";
import { type EditResult, editResult } from "./edit-result.ts";
import { editTextFile } from "./edit-text-file.ts";
import { spansWritten } from "./splice.ts";
import { decodeTextFile } from "./text-file.ts";

/** What {@link applyEdit} works on. */
export interface ApplyEditOptions extends EditRequest {
  /** Only shown. */
  readonly path: string;
  /** The file as it is; undefined when there is none. */
  readonly bytes: Uint8Array | undefined;
}

/** The outcome of an edit: the new file, or why it was refused. */
export type EditOutcome = EditResult | EditFailure;

/**
 * Replaces text in a file, in memory. Only the matched span changes: encoding, byte order mark, line breaks and the end
 * of the file stay what they are. Refuses rather than guesses; throws only a `TypeError` for an option that does not
 * exist or cannot be.
 */
export function applyEdit(options: ApplyEditOptions): EditOutcome {
  checkEdit(options);
  const { path, bytes, ...request } = options;
  const nothingToDo = request.oldString === request.newString;
  if (bytes === undefined && request.oldString !== "" && !nothingToDo) {
    return editFailure("NOT_FOUND", `${path} does not exist. Use write to create it.`);
  }
  const decoded = decodeTextFile(bytes ?? new Uint8Array());
  if (!decoded.ok) return decoded;
  if (bytes === undefined && request.oldString === "" && nothingToDo) return createdEmpty(path, decoded.file);
  const edit = editTextFile(decoded.file, request, path);
  if (!edit.ok) return edit;
  const { file: after, tier, notes, splices } = edit;
  return editResult({ path, before: decoded.file, after, tier, notes, written: spansWritten(splices) });
}

/** An empty file where there was none: nothing to match, and still a change. */
function createdEmpty(
  path: string,
  file: { text: string; crlf: readonly number[]; byteOrderMark: boolean },
): EditResult {
  const result = editResult({ path, before: file, after: file, tier: "exact", notes: [], written: [] });
  return { ...result, changed: true, summary: `Created ${path} (0 lines)` };
}
