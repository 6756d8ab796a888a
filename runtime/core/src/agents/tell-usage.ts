import type { ActivityStream } from "../journal/activity-stream.ts";
import type { Usage } from "../model/model-port.ts";
import { usageSum } from "../model/usage.ts";
import type { ToolContext } from "../tool/tool.ts";

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

/** An agent runs under the budget of the run that it works for. */
const COUNTED = { isCounted: true };

/**
 * Counts each answer of an agent for the run that it works for as soon as it is there: an agent that is stopped has
 * been paid for what came before. Gives the function that counts the rest.
 */
export function tellUsage(activity: ActivityStream, addUsage: ToolContext["addUsage"]): (whole: Usage) => void {
  let told: Usage = NO_USAGE;
  activity.subscribe("assistant_message", ({ data: { usage } }) => {
    if (usage === undefined) return;
    told = usageSum(told, usage);
    addUsage(usage, COUNTED);
  });
  return (whole) => {
    const rest = usageBeyond(told, whole);
    if (Object.values(rest).some((count) => count > 0)) addUsage(rest, COUNTED);
  };
}

/** What the second one holds that the first does not. */
function usageBeyond(told: Usage, { inputTokens, outputTokens, ...said }: Usage): Usage {
  const known: Readonly<Record<string, number>> = { ...told };
  const rest = Object.entries(said).map(([name, count]) => [name, count - (known[name] ?? 0)] as const);
  return {
    inputTokens: inputTokens - told.inputTokens,
    outputTokens: outputTokens - told.outputTokens,
    // Less than a millionth of a cent is what adding up in another order comes to.
    ...Object.fromEntries(rest.filter(([, count]) => count > 1e-8)),
  };
}
