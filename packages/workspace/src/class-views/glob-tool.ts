import type { ActivityStream, ToolResult } from "@toolwright/core";
import { z } from "zod";
import { globTool } from "../tools/glob/glob.tool.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import { shownText } from "./shown-text.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";

const Found = z.object({ matches: z.number(), limited: z.boolean() });

/** `glob` as a class: `content` has the paths, `total_matches` how many files fit, `limited_results` whether some are not shown. */
export class GlobTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, globTool(), options);
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const found = Found.safeParse(result.artifact).data;
    return found && { content: shownText(result), total_matches: found.matches, limited_results: found.limited };
  }
}
