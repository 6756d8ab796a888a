import type { LlmCompletionResult, LlmToolCall, Usage } from "@toolwright/core";
import type { ChatResponse, ChatToolCall } from "./chat-provider.ts";

/** A provider's answer as the model port gives it. An answer that was cut off has no calls: their arguments may be cut too. */
export function readChatResponse(response: ChatResponse, model: string): LlmCompletionResult {
  const { content, finish_reason } = response;
  const toolCalls = (response.tool_calls ?? []).map(readCall);
  const base = { message: { role: "assistant", content: content ?? "" } as const, model, ...usageOf(response) };
  if (finish_reason === "length" || finish_reason === "content_filter") {
    const dropped = toolCalls.length === 0 ? {} : { droppedCalls: toolCalls.length };
    return { ...base, ...dropped, finishReason: finish_reason };
  }
  if (toolCalls.length === 0) return { ...base, finishReason: "stop" };
  return { ...base, finishReason: "tool_calls", toolCalls };
}

/** Both forms; what a provider leaves out stands in the other one. */
function readCall(call: ChatToolCall): LlmToolCall {
  const name = call.function?.name || call.name || "";
  const text = argumentsText(call.function?.arguments ?? call.arguments);
  return { id: call.id ?? "", type: "function", function: { name, arguments: text } };
}

function argumentsText(given: ChatToolCall["arguments"]): string {
  if (typeof given !== "string") return JSON.stringify(given ?? {});
  return given.trim() === "" || given.trim() === "null" ? "{}" : decodedTwice(given);
}

/** Some providers write the JSON text as JSON once more. */
function decodedTwice(text: string): string {
  if (!text.trimStart().startsWith('"')) return text;
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === "string" && inner.trimStart().startsWith("{") ? inner : text;
  } catch {
    return text;
  }
}

function usageOf({ usage }: ChatResponse): { readonly usage?: Usage } {
  if (usage == null) return {};
  return { usage: { inputTokens: usage.prompt_tokens ?? 0, outputTokens: usage.completion_tokens ?? 0 } };
}
