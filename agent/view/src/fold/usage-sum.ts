import type { Usage } from "@toolwright/core";

/** What only some providers say of a model call. */
export const SAID_BY_SOME = ["cachedInputTokens", "cacheWriteTokens", "reasoningTokens", "costUsd"] as const;

/** Both together; what only some providers say is known where one of them says it. */
export function usageSum(one: Usage, other: Usage): Usage {
  const said = SAID_BY_SOME.filter((name) => one[name] !== undefined || other[name] !== undefined);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...Object.fromEntries(said.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)])),
  };
}
