import type { ToolResult } from "@toolwright/core";
import { applyEdits, editFailure } from "@toolwright/edits";
import { currentFile } from "./current-file.ts";
import { changedFile, type EditOutput, shownChange } from "./edit-output.ts";
import { editError } from "./failures.ts";
import { requireSeen } from "./require-seen.ts";
import type { HeldFiles } from "./with-files.ts";

/** Edits of one file, in order. */
export interface SeveralEdits {
  readonly edits: readonly {
    readonly old_string: string;
    readonly new_string: string;
    readonly replace_all?: boolean | undefined;
  }[];
  readonly dryRun: boolean;
}

/** Makes several edits of the file that is held, all or none. */
export async function editSeveral({ edits, dryRun }: SeveralEdits, held: HeldFiles): Promise<ToolResult> {
  const [path] = held.paths;
  if (path === undefined) throw new TypeError("an edit needs one path");
  const current = await currentFile(held.workspace.files, path);
  if (current === undefined)
    throw editError(editFailure("NOT_FOUND", `${path.shown} does not exist. Use write to create it.`));
  const everywhere = edits.some((edit) => edit.replace_all);
  const allows = { unseen: false, partial: !everywhere };
  const unseen = await requireSeen(held, [{ path, current, doing: "editing", allows }]);
  if (unseen !== undefined) return unseen;
  const requests = edits.map((edit) => ({
    oldString: edit.old_string,
    newString: edit.new_string,
    replaceAll: edit.replace_all ?? false,
  }));
  const outcome = applyEdits({ path: path.shown, bytes: current.bytes, edits: requests });
  if (!outcome.ok) throw editError(outcome);
  if (outcome.changed && !dryRun) {
    await held.commit([{ path: path.real, before: current.bytes, after: outcome.bytes }]);
  }
  const output: EditOutput = {
    summary: dryRun ? `Preview, nothing was written. ${outcome.summary}` : outcome.summary,
    replacements: outcome.replacements.length,
    match_mode: outcome.matchMode,
    diff: outcome.diff,
    file_path: path.shown,
    ...(dryRun ? { dry_run: true } : {}),
  };
  return shownChange(output, [changedFile({ path: path.shown, change: "modified" }, outcome)], outcome.changed);
}
