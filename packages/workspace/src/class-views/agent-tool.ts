import type { ActivityStream, ToolResult } from "@toolwright/core";
import { z } from "zod";
import { agentTool } from "../tools/agent/agent.tool.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import { shownText } from "./shown-text.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";

const Reported = z.object({ agentId: z.string() });

/**
 * `agent` as a class; its `subAgents` do the work. `output` is the report, `agent_id` lets the same agent go on. With `background: true` a
 * call returns at once, with `async: true`; the report is the result of an `async_result` on the stream, which `flatOf` reads, and in a loop the model reads it.
 */
export class AgentTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions = {}) {
    super(activityStream, agentTool(), options);
  }

  protected override fieldsOf(result: ToolResult): Fields | undefined {
    const reported = Reported.safeParse(result.artifact).data;
    if (reported === undefined) return undefined;
    return { output: shownText(result), agent_id: reported.agentId, ...(result.async ? { async: true } : {}) };
  }
}
