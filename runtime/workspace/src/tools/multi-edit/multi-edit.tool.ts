import { defineTool, type Tool, type ToolResult } from "@toolwright/core";
import { applyEdits, editFailure, MAX_EDITS } from "@toolwright/edits";
import { z } from "zod";
import { boundedList } from "../bounded.ts";
import { EDITS, FILE_PATH, NEW_STRING, OLD_STRING, REPLACE_ALL } from "../mutation/aliases.ts";
import { currentFile } from "../mutation/current-file.ts";
import { EDIT_ALLOWLIST, EditOutput, previewText, shownChange } from "../mutation/edit-output.ts";
import { editError } from "../mutation/failures.ts";
import { requireSeen } from "../mutation/require-seen.ts";
import { type HeldFiles, withFiles } from "../mutation/with-files.ts";

const Edit = z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() });

const Input = z.object({ file_path: z.string(), edits: boundedList(Edit, { most: MAX_EDITS }) });

/** Makes the tool `multi_edit`: several edits to one file, all or none. */
export function multiEditTool(): Tool {
  return defineTool({
    name: "multi_edit",
    description: "Make several edits to one file that you have read, all or none.",
    input: Input,
    emptyIsAbsent: [],
    aliases: {
      file_path: FILE_PATH,
      edits: EDITS,
      "edits/*/old_string": OLD_STRING,
      "edits/*/new_string": NEW_STRING,
      "edits/*/replace_all": REPLACE_ALL,
    },
    output: EditOutput,
    allowlist: EDIT_ALLOWLIST,
    allowUserText: true,
    boundsOutput: true,
    effects: "write",
    execute: (input, ctx) =>
      withFiles({ ctx, toolName: "multi_edit", paths: [input.file_path] }, (held) => multiEdit(input, held)),
    formatOutput: previewText,
  });
}

async function multiEdit({ edits }: z.infer<typeof Input>, held: HeldFiles): Promise<ToolResult> {
  const [path] = held.paths;
  if (path === undefined) throw new TypeError("multi_edit needs one path");
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
  if (outcome.changed) {
    await held.commit([{ path: path.real, before: current.bytes, after: outcome.bytes }]);
  }
  const output: EditOutput = {
    summary: outcome.summary,
    replacements: outcome.replacements.length,
    match_mode: outcome.matchMode,
    diff: outcome.diff,
    file_path: path.shown,
  };
  return shownChange(output, [{ path: path.shown, change: "modified", hunks: outcome.hunks }]);
}
