import type { ModelPrice, Usage } from "./model-port.ts";

/** US dollars. */
export function costOf(usage: Usage, { input, output, cachedInput = input, cacheWrite = input }: ModelPrice): number {
  const { inputTokens, cachedInputTokens = 0, cacheWriteTokens = 0, outputTokens } = usage;
  const plain = inputTokens - cachedInputTokens - cacheWriteTokens;
  const dollars =
    plain * input + cachedInputTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output;
  return dollars / 1_000_000;
}
