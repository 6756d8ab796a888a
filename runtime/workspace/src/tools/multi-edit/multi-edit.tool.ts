import { defineTool, type Tool, type ToolContext, type ToolResult } from "@toolwright/core";
import { MAX_EDITS } from "@toolwright/edits";
import { z } from "zod";
import { boundedList } from "../bounded.ts";
import { Edit } from "../edit/edit-forms.ts";
import { EDITS, FILE_PATH, NEW_STRING, OLD_STRING, REPLACE_ALL } from "../mutation/aliases.ts";
import { changeText, EDIT_ALLOWLIST, EditOutput } from "../mutation/edit-output.ts";
import { editSeveral } from "../mutation/edit-several.ts";
import { previewChange } from "../mutation/preview-change.ts";
import { requireFile } from "../mutation/require-file.ts";
import { withFiles } from "../mutation/with-files.ts";

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
    preview: (input, ctx) => previewChange(ctx, () => run(input, ctx)),
    execute: run,
    formatOutput: changeText,
  });
}

function run({ file_path: path, edits }: z.infer<typeof Input>, ctx: ToolContext): Promise<ToolResult> {
  return withFiles({ ctx, toolName: "multi_edit", paths: [path] }, async (held) => {
    await requireFile(ctx, held);
    return editSeveral({ edits, dryRun: false }, held);
  });
}
