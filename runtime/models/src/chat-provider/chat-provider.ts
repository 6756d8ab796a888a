import type { JsonObject, LlmToolDefinition, Message } from "@toolwright/core";

/**
 * A call in a provider's answer: OpenAI's form, or the short one `{ id, name, arguments }`. Arguments as JSON text or
 * as an object.
 */
export interface ChatToolCall {
  readonly id?: string | null;
  readonly type?: string;
  readonly name?: string;
  readonly arguments?: string | JsonObject | null;
  readonly function?: { readonly name?: string; readonly arguments?: string | JsonObject | null };
}

/** A piece of an answer's text. */
export interface ChatTextPart {
  readonly type?: string;
  readonly text?: string;
}

/** Tokens, as a provider counts them. Those of its cache are read by the names of Anthropic and of DeepSeek, too. */
export interface ChatUsage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null } | null;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null } | null;
}

/** A provider's whole answer. */
export interface ChatResponse {
  /** Of a list, the texts are read. */
  readonly content?: string | readonly ChatTextPart[] | null;
  readonly tool_calls?: readonly ChatToolCall[] | null;
  readonly finish_reason?: string | null;
  readonly usage?: ChatUsage | null;
}

/** Options of a request, by the names that such providers use; only those that were given. */
export type ChatOptions = Readonly<Record<string, unknown>>;

/** A provider that has `chat`: it answers a whole request at once, and may reject. */
export interface ChatProvider {
  chat(
    messages: Message[],
    tools: LlmToolDefinition[],
    model: string,
    options: ChatOptions,
    request: { readonly signal?: AbortSignal },
  ): ChatResponse | Promise<ChatResponse>;
}
