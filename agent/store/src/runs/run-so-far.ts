import { type JournalEvent, providerHistory, type ToolLoopResult, type Usage } from "@toolwright/core";
import { usageSum } from "@toolwright/core/internal";

/** What a run that waits has come to: its answers and tokens, those of its summaries and sub-agents among them. */
export function runSoFar(events: readonly JournalEvent[]): Omit<ToolLoopResult<never>, "stopReason" | "output"> {
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let content = "";
  let iterations = 0;
  for (const { type, data, parentId } of events) {
    // A call inside a call is one of the run's own, too.
    const isOfRun = type === "tool_call_end" || parentId === undefined;
    if (!isOfRun || (type !== "assistant_message" && type !== "compacted" && type !== "tool_call_end")) continue;
    if (data.usage !== undefined) usage = usageSum(usage, data.usage);
    if (type !== "assistant_message" || data.partial) continue;
    iterations += 1;
    ({ content } = data.message);
  }
  return { content, iterations, usage, messages: providerHistory(events) };
}
