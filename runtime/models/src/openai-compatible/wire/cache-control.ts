import type { Json, JsonObject, LlmToolDefinition } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { listOf, textOf } from "./json-field.ts";

/**
 * As Anthropic writes it, and LiteLLM and OpenRouter after it (https://docs.litellm.ai/docs/completion/prompt_caching).
 */
export const EPHEMERAL = { type: "ephemeral" } as const;

/**
 * Messages with a mark behind some of them: on the last part of an instruction or of what a person said, and beside the
 * content of a result, where LiteLLM and OpenRouter take it for the whole of it. All texts that may be marked once are
 * parts from the start: when a mark goes on, nothing else of a request changes.
 */
export function markedMessages(messages: readonly JsonObject[], marks: ReadonlySet<number>): JsonObject[] {
  return messages.map((message, place) => {
    const isMarked = marks.has(place);
    if (message.role === "tool") return isMarked ? { ...message, cache_control: EPHEMERAL } : message;
    if (message.role === "assistant" || message.content === "") return message;
    const parts = typeof message.content === "string" ? [toPart(message.content)] : listOf(message, "content");
    return { ...message, content: isMarked ? markedParts(parts) : parts };
  });
}

/** The same tools with a mark on the last one, which stands for all of them. */
export function markedTools(tools: readonly LlmToolDefinition[]): readonly object[] {
  return tools.map((tool, place) => (place === tools.length - 1 ? { ...tool, cache_control: EPHEMERAL } : tool));
}

function toPart(text: string): JsonObject {
  return { type: "text", text };
}

/** An empty text cannot be marked. */
function markedParts(parts: readonly Json[]): Json[] {
  const last = parts.findLastIndex((part) => textOf(part, "type") !== "text" || textOf(part, "text") !== "");
  return parts.map((part, place) =>
    place === last && isJsonObject(part) ? { ...part, cache_control: EPHEMERAL } : part,
  );
}
