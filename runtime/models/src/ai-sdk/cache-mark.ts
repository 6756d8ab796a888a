import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { CompletionStreamParams } from "@toolwright/core";

/**
 * What each provider's package reads of a part, a message or a tool behind which a request is to be cached: Anthropic's
 * own, also for Vertex and the gateway, and OpenRouter's; Bedrock's; and that of servers with chat completions. Each
 * passes the others' over.
 */
const CACHE_MARK: SharedV4ProviderOptions = {
  anthropic: { cacheControl: { type: "ephemeral" } },
  bedrock: { cachePoint: { type: "default" } },
  openaiCompatible: { cache_control: { type: "ephemeral" } },
};

/** Options with a mark beside them. */
export function withMark(own: SharedV4ProviderOptions = {}): SharedV4ProviderOptions {
  const both = Object.entries(CACHE_MARK).map(([provider, mark]) => [provider, { ...mark, ...own[provider] }] as const);
  return { ...own, ...Object.fromEntries(both) };
}

/** Whether its caller has marked a request, or a part of it: then it is marked as the caller wants it. */
export function isMarkedByCaller({ messages, tools = [], providerOptions }: CompletionStreamParams): boolean {
  const parts = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  return [{ providerOptions }, ...messages, ...parts, ...tools].some((holder) => hasMark(holder?.providerOptions));
}

function hasMark(options: unknown): boolean {
  const { anthropic, bedrock } = Object(options);
  return [anthropic?.cacheControl, anthropic?.cache_control, bedrock?.cachePoint].some((mark) => mark !== undefined);
}
