import type { SharedV4ProviderOptions } from "@ai-sdk/provider";

/**
 * What each provider's package reads of a part, a message or a tool behind which a request is to be cached: Anthropic's
 * own, also for Vertex and the gateway, and OpenRouter's; Bedrock's; and that of servers with chat completions. Each
 * passes the others' over.
 */
export const CACHE_MARK: SharedV4ProviderOptions = {
  anthropic: { cacheControl: { type: "ephemeral" } },
  bedrock: { cachePoint: { type: "default" } },
  openaiCompatible: { cache_control: { type: "ephemeral" } },
};
