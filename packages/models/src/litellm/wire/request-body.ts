import type { CompletionStreamParams, Json, JsonObject, Message, Part } from "@toolwright/core";
import { toWellFormed } from "../text/to-well-formed.ts";
import { replayCall, replayMessage } from "./replay-state.ts";

/** The body of a chat completion request as JSON text. */
export function toRequestBody(params: CompletionStreamParams, model: string): string {
  const { tools, toolChoice, temperature, maxTokens } = params;
  const hasTools = tools !== undefined && tools.length > 0;
  const body = {
    model,
    messages: params.messages.map((message) => toWireMessage(message, model)),
    stream: true,
    stream_options: { include_usage: true },
    ...(hasTools ? { tools } : {}),
    ...(hasTools && toolChoice !== undefined ? { tool_choice: toolChoice } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
  return JSON.stringify(body, (_key, value: unknown) => (typeof value === "string" ? toWellFormed(value) : value));
}

/** A message with exactly the fields that the wire format knows. */
function toWireMessage(message: Message, model: string): JsonObject {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.tool_call_id, content: toWireContent(message.content) };
  }
  if (message.role !== "assistant") return { role: message.role, content: toWireContent(message.content) };
  const calls = (message.tool_calls ?? []).flatMap((_, place) => replayCall(message, model, place) ?? []);
  return {
    ...replayMessage(message, model),
    role: "assistant",
    content: message.content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function toWireContent(content: string | readonly Part[]): Json {
  return typeof content === "string" ? content : content.map(toWirePart);
}

function toWirePart(part: Part): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  return { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${part.data}` } };
}
