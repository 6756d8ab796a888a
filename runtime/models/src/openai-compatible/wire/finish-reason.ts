import type { FinishReason } from "@toolwright/core";

const known: ReadonlyMap<string, FinishReason> = new Map([
  ...names("tool_calls", "tool_calls", "tool_call", "tool_use", "function_call"),
  ...names("length", "length", "max_tokens", "model_length", "max_output_tokens", "max_completion_tokens"),
  ...names("length", "context_length_exceeded", "model_context_window_exceeded"),
  ...names("content_filter", "content_filter", "content_filtered", "safety", "recitation", "blocklist", "spii"),
  ...names("content_filter", "prohibited_content", "image_safety", "language", "refusal", "sensitive"),
  ...names("content_filter", "guardrail_intervened"),
  ...names("error", "error", "network_error", "insufficient_system_resource", "abort", "aborted", "cancelled"),
  ...names("error", "malformed_function_call", "unexpected_tool_call"),
]);

/** What a provider's own word for the end of an answer means; a word nobody knows is an ordinary stop. */
export function toFinishReason(word: string): FinishReason {
  return known.get(word.toLowerCase().replaceAll("-", "_")) ?? "stop";
}

function names(reason: FinishReason, ...words: string[]): [string, FinishReason][] {
  return words.map((word) => [word, reason]);
}
