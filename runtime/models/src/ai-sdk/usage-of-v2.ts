import type { LanguageModelV2Usage, LanguageModelV4Usage, SharedV2ProviderMetadata } from "@ai-sdk/provider";

/**
 * What a call of AI SDK 5 took. Its packages of Anthropic and Bedrock count what came from a cache, and what was
 * written to it, beside the input; those of others count it with the input.
 */
export function usageOfV2(usage: LanguageModelV2Usage, metadata: SharedV2ProviderMetadata = {}): LanguageModelV4Usage {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  const { anthropic, bedrock } = metadata;
  const cacheWrite =
    numberIn(anthropic?.cacheCreationInputTokens) ?? numberIn(Object(bedrock?.usage).cacheWriteInputTokens);
  const isApart = (anthropic ?? bedrock) !== undefined;
  const total = isApart ? (inputTokens ?? 0) + (cachedInputTokens ?? 0) + (cacheWrite ?? 0) : inputTokens;
  return {
    inputTokens: { total, noCache: undefined, cacheRead: cachedInputTokens, cacheWrite },
    outputTokens: { total: outputTokens, text: undefined, reasoning: reasoningTokens },
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
