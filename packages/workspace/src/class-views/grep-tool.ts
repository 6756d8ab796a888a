import type { ActivityStream, ToolResult } from "@toolwright/core";
import type { FlatResult } from "@toolwright/core/class-tools";
import { z } from "zod";
import { grepTool } from "../tools/grep/grep.tool.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import { shownText } from "./shown-text.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";

const Found = z.object({ matches: z.number(), files: z.number() });

/** `grep` as a class: `content` has the lines, `count` how many match and `files` in how many files. */
export class GrepTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, grepTool(), options);
  }

  override getResultPreview(result: FlatResult, maxLines = 3): string[] {
    const lines = super.getResultPreview(result, maxLines);
    const { success, count } = result;
    return success && lines.length > 0 && count !== 0 ? [`Found ${String(count)} matches`, ...lines] : lines;
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const found = Found.safeParse(result.artifact).data;
    return found && { content: shownText(result), count: found.matches, files: found.files };
  }
}
