import { ActivityStream, type Tool, type ToolContext, ToolRegistry, ToolRunner } from "@toolwright/core";
import { handedOn } from "@toolwright/core/internal";
import type { Inquiry } from "./ask-person.ts";

/** What of a question is told in the stream of the run. */
const TOLD = ["tool_call_start", "approval_request", "approval_decision", "tool_call_end"] as const;

/**
 * How a call that has returned, and goes on in the background, asks: no call can be made inside it any more, so each
 * question is one of its own below it, of whoever answers those of the run, when nobody else is being asked. Undefined
 * where nobody can be asked.
 */
export function lateInquiry(ctx: ToolContext, signal: AbortSignal): Inquiry | undefined {
  const approver = handedOn(ctx)?.approver;
  if (approver === undefined) return undefined;
  const { conversation, logger } = ctx;
  let count = 0;
  return {
    signal,
    async call(tool: Tool, input) {
      count += 1;
      const id = `${ctx.toolCallId}/later-${count}`;
      const registry = new ToolRegistry([tool]);
      const runner = new ToolRunner({ registry, approver, conversation, logger, activity: toldIn(ctx, id) });
      const asked = () => runner.exec({ id, name: tool.name, arguments: ctx.scrubber.json(input) }, { signal });
      return (await ctx.ask(asked)).result;
    },
  };
}

function toldIn(ctx: ToolContext, id: string): ActivityStream {
  const stream = new ActivityStream();
  const sink = handedOn(ctx)?.activity;
  const { runId, toolCallId } = ctx;
  for (const type of TOLD)
    stream.subscribe(type, async ({ data }) => {
      const isOfCall = type === "tool_call_start" || type === "tool_call_end";
      const about = isOfCall ? { runId, id, parentId: toolCallId } : { runId, parentId: id };
      const masked = ctx.scrubber.json(JSON.parse(JSON.stringify(data)));
      await Promise.resolve(sink?.emit(type, masked, about)).catch(() => undefined);
    });
  return stream;
}
