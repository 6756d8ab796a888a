import type { Usage } from "@toolwright/core/types";

/** Both together; the cost is known where one of them says it. */
export function usageSum(one: Usage, other: Usage): Usage {
  const tokens = {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
  if (one.costUsd === undefined && other.costUsd === undefined) return tokens;
  return { ...tokens, costUsd: (one.costUsd ?? 0) + (other.costUsd ?? 0) };
}
