import type { ActivityStream, ToolResult } from "@toolwright/core";
import { type EditToolOptions, editTool } from "../tools/edit/edit.tool.ts";
import { EditOutput } from "../tools/mutation/edit-output.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";

/** `edit` as a class: `content` says what was done, beside `file_path`, `replacements_made`, `match_mode` and `diff`. */
export class EditTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions & EditToolOptions = {}) {
    const { readPolicy, ...view } = options;
    super(activityStream, editTool({ readPolicy }), view);
  }

  protected override fieldsOf({ output }: ToolResult): Fields | undefined {
    const edited = output.type === "json" ? EditOutput.safeParse(output.value).data : undefined;
    if (edited === undefined) return undefined;
    const { summary: content, replacements: replacements_made, ...others } = edited;
    return { content, replacements_made, ...others };
  }
}
