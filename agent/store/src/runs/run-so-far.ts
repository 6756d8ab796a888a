import { type JournalEvent, providerHistory, type ToolLoopResult, type Usage } from "@toolwright/core";
import { usageSum } from "@toolwright/core/internal";

/** What a run that waits has come to: its answers and tokens, with its summaries, those of its sub-agents aside. */
export function runSoFar(events: readonly JournalEvent[]): Omit<ToolLoopResult<never>, "stopReason" | "output"> {
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let content = "";
  let iterations = 0;
  for (const { type, data, parentId } of events) {
    if (parentId !== undefined || (type !== "assistant_message" && type !== "compacted")) continue;
    if (data.usage !== undefined) usage = usageSum(usage, data.usage);
    if (type === "compacted" || data.partial) continue;
    iterations += 1;
    ({ content } = data.message);
  }
  return { content, iterations, usage, messages: providerHistory(events) };
}
