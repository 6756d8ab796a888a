import type { ActivityStream, ToolResult } from "@toolwright/core";
import type { FlatResult } from "@toolwright/core/class-tools";
import { z } from "zod";
import { type ReadToolOptions, readTool } from "../tools/read/read.tool.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import { shownText } from "./shown-text.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";

const Read = z.object({ filesRead: z.number(), files: z.array(z.looseObject({ path: z.string() })) });

/**
 * `read` as a class: `content`, and in `files_read` how many of the files it is from. `files` has an entry for each path of
 * the call, with `failed: true` for one that could not be read.
 */
export class ReadTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions & ReadToolOptions = {}) {
    const { maxTokens, ...view } = options;
    super(activityStream, readTool({ maxTokens }), view);
  }

  override getResultPreview(result: FlatResult, maxLines = 3): string[] {
    const lines = super.getResultPreview(result, maxLines);
    const { success, files_read: count } = result;
    return success && lines.length > 0 ? [`Read ${String(count)} file(s)`, ...lines] : lines;
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const read = Read.safeParse(result.artifact).data;
    return read && { content: shownText(result), files_read: read.filesRead, files: read.files };
  }
}
