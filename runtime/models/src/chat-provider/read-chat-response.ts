import type { LlmCompletionResult, LlmToolCall, Usage } from "@toolwright/core";
import { usageIn } from "../openai-compatible/wire/usage.ts";
import type { ChatResponse, ChatTextPart, ChatToolCall } from "./chat-provider.ts";

/**
 * A provider's answer as the model port gives it. An answer that was cut off has no calls: their arguments may be cut
 * too.
 */
export function readChatResponse(response: ChatResponse, model: string): LlmCompletionResult {
  const toolCalls = callsOf(response).map(readCall);
  const { finish_reason } = response;
  const base = {
    message: { role: "assistant", content: textOf(response.content) } as const,
    model,
    ...usageOf(response),
  };
  if (finish_reason === "length" || finish_reason === "content_filter") {
    const dropped = toolCalls.length === 0 ? {} : { droppedCalls: toolCalls.length };
    return { ...base, ...dropped, finishReason: finish_reason };
  }
  if (toolCalls.length === 0) return { ...base, finishReason: "stop" };
  return { ...base, finishReason: "tool_calls", toolCalls };
}

/** Throws a `TypeError` that says what is missing: nothing checks a provider's answer before. */
function callsOf(response: ChatResponse): readonly ChatToolCall[] {
  if (typeof response !== "object" || response === null || Array.isArray(response))
    throw new TypeError("The provider gave no answer.");
  checkKeys(Object.keys(response));
  const calls = response.tool_calls ?? [];
  if (!Array.isArray(calls)) throw new TypeError("tool_calls is no list.");
  return calls;
}

/** A whole response of a provider's own client would read as an answer that says nothing. */
function checkKeys(keys: readonly string[]): void {
  if (keys.includes("toolCalls")) throw new TypeError("The answer has toolCalls; here they are tool_calls.");
  const others = keys.filter((key) => key !== "finish_reason" && key !== "usage");
  if (others.length === 0 || keys.includes("content") || keys.includes("tool_calls")) return;
  throw new TypeError(`The answer has neither content nor tool_calls, but ${others.join(" and ")}.`);
}

/** Some providers write a list of parts even for a plain text. Throws a `TypeError` for any other form. */
function textOf(content: ChatResponse["content"]): string {
  const given = content ?? "";
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) throw new TypeError("content is neither a text nor a list of parts.");
  return given.map((part: ChatTextPart) => (typeof part?.text === "string" ? part.text : "")).join("");
}

/** Both forms; what a provider leaves out, or leaves empty, stands in the other one. */
function readCall(call: ChatToolCall): LlmToolCall {
  const name = [call?.function?.name, call?.name].find((given) => typeof given === "string" && given !== "") ?? "";
  const [inside, beside] = [argumentsText(call?.function?.arguments), argumentsText(call?.arguments)];
  const text = inside === "{}" ? beside : inside;
  return { id: call?.id ?? "", type: "function", function: { name, arguments: text } };
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
  return { usage: usageIn(usage) ?? { inputTokens: 0, outputTokens: 0 } };
}
