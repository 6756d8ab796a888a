import type { Usage } from "./model-port.ts";

/** Both together; the cost is known where one of them says it. */
export function usageSum(one: Usage | undefined, other: Usage): Usage {
  if (one === undefined) return other;
  const tokens = {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
  if (one.costUsd === undefined && other.costUsd === undefined) return tokens;
  return { ...tokens, costUsd: (one.costUsd ?? 0) + (other.costUsd ?? 0) };
}

/** What calls have used since their run was counted, by their ids: background work goes on after it. */
export type LateUsage = Map<string, Usage>;
