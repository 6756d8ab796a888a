import type { EditOutcome } from "./apply-edit.ts";
import { checkEdits } from "./check-edit.ts";
import { type EditFailure, editFailure } from "./edit-failure.ts";
import type { EditRequest } from "./edit-request.ts";
import { editResult } from "./edit-result.ts";
import { editTextFile, type TextEdit } from "./edit-text-file.ts";
import { editsTogether } from "./edits-together.ts";
import type { MatchTier } from "./match/find-match.ts";
import { spansMoved, spansWritten, spliceTextFile, type WrittenSpan } from "./splice.ts";
import { decodeTextFile, type TextFile } from "./text-file.ts";

/** As many edits are taken at once. */
export const MAX_EDITS = 50;

/** What {@link applyEdits} works on. */
export interface ApplyEditsOptions {
  /** Only shown. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** One to fifty, made in order, each on what the one before left. */
  readonly edits: readonly EditRequest[];
}

/** Makes several edits in memory, all of them or none. A refusal names the edit: `edit 3 of 5: …`. */
export function applyEdits(options: ApplyEditsOptions): EditOutcome {
  checkEdits(options);
  const { path, bytes, edits } = options;
  if (edits.length === 0 || edits.length > MAX_EDITS) {
    return editFailure("NO_CHANGE", `Give 1 to ${MAX_EDITS} edits, not ${edits.length}.`);
  }
  const decoded = decodeTextFile(bytes);
  if (!decoded.ok) return decoded;
  const { file } = decoded;
  const together = editsTogether({ file, bytes, requests: edits });
  if (together !== undefined) {
    const written = spansWritten(together);
    return finish(path, file, { file: spliceTextFile(file, together), tier: "exact", notes: [], written });
  }
  let progress: Progress = { file, tier: "exact", notes: [], written: [] };
  for (const [index, request] of edits.entries()) {
    const edit = editTextFile(progress.file, request, path);
    if (!edit.ok) return nameEdit(edit, index + 1, edits.length);
    progress = advance(progress, edit, index + 1);
  }
  return finish(path, file, progress);
}

interface Progress {
  readonly file: TextFile;
  /** The loosest tier so far. */
  readonly tier: MatchTier;
  readonly notes: readonly string[];
  readonly written: readonly WrittenSpan[];
}

function advance(progress: Progress, edit: TextEdit, number: number): Progress {
  return {
    file: edit.file,
    tier: edit.tier === "exact" ? progress.tier : edit.tier,
    notes: [...progress.notes, ...edit.notes.map((note) => `edit ${number}: ${note}`)],
    written: [...spansMoved(progress.written, edit.splices), ...spansWritten(edit.splices)],
  };
}

function nameEdit(failure: EditFailure, number: number, count: number): EditFailure {
  const message = `edit ${number} of ${count}: ${failure.message} No edits were applied.`;
  return editFailure(failure.reason, message, failure.hint);
}

function finish(path: string, before: TextFile, { file, tier, notes, written }: Progress): EditOutcome {
  if (written.length > 0 && file.text === before.text) {
    return editFailure("NO_CHANGE", "The edits cancel each other out. No edits were applied.");
  }
  return editResult({
    path,
    before,
    after: file,
    tier,
    notes,
    written: [...written].sort((a, b) => a.start - b.start),
  });
}
