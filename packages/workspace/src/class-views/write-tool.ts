import type { ActivityStream, ToolResult } from "@toolwright/core";
import { z } from "zod";
import { writeTool } from "../tools/write/write.tool.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";

const Written = z.object({
  summary: z.string(),
  file_path: z.string(),
  bytes_written: z.number(),
  created: z.boolean(),
  diff: z.string(),
});

/** `write` as a class: `content` says what was done, beside `file_path`, `bytes_written`, `created` and `diff`. */
export class WriteTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, writeTool(), options);
  }

  protected override fieldsOf({ output }: ToolResult): Fields | undefined {
    const written = output.type === "json" ? Written.safeParse(output.value).data : undefined;
    if (written === undefined) return undefined;
    const { summary: content, ...others } = written;
    return { content, ...others };
  }
}
