import type { Usage } from "./model-port.ts";

/** What only some providers say of a model call. */
const SAID_BY_SOME = ["cachedInputTokens", "cacheWriteTokens", "reasoningTokens", "costUsd"] as const;

/** Both together; what only some providers say is known where one of them says it. */
export function usageSum(one: Usage | undefined, other: Usage): Usage {
  if (one === undefined) return other;
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
  for (const name of SAID_BY_SOME) {
    if (one[name] !== undefined || other[name] !== undefined) sum[name] = (one[name] ?? 0) + (other[name] ?? 0);
  }
  return sum;
}

/** What calls have used on models of their own, by their ids. */
export type CallUsage = Map<string, Usage>;
