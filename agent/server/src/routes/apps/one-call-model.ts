import { randomBytes } from "node:crypto";
import type { ChatDeltaEvent, JsonObject, LlmCompletionResult, LlmToolCall, ModelPort } from "@toolwright/core";

/** Stands for the model in a run of one call that somebody else makes: it makes this call, and says nothing. */
export function oneCallModel(name: string, call: { readonly name: string; readonly arguments: JsonObject }): ModelPort {
  const asked: LlmToolCall = {
    id: `call_${randomBytes(9).toString("base64url")}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  };
  const answer: LlmCompletionResult = {
    message: { role: "assistant", content: "", tool_calls: [asked] },
    model: name,
    finishReason: "tool_calls",
    toolCalls: [asked],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  return { name, completionStream: () => ({ stream: nothing(), final: Promise.resolve(answer) }) };
}

async function* nothing(): AsyncGenerator<ChatDeltaEvent> {}
