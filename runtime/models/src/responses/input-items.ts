import type { AssistantMessage, Json, JsonObject, LlmToolCall, Message, Part } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { EPHEMERAL } from "../openai-compatible/wire/cache-control.ts";
import { fieldOf, listOf, textOf } from "../openai-compatible/wire/json-field.ts";
import { textsOf, withTexts } from "./kept-item.ts";
import { answerItem, calledName, withArguments } from "./own-call.ts";

/** Whose state a message holds: items of this format go back to this model only. */
export function stateOwner(model: string): string {
  return `responses:${model}`;
}

/**
 * A history as the items of a request, each as JSON text: what the model itself wrote goes back as it was sent. Those
 * at the places of `marks` carry a mark for Anthropic's cache, as LiteLLM takes it from an item.
 */
export function inputItems(
  messages: readonly Message[],
  model: string,
  marks?: ReadonlySet<number>,
): readonly string[] {
  const types = new Map<string, string>();
  return messages.flatMap((message, place) => {
    if (message.role === "assistant") return saidItems(message, model, types);
    const mark = marks?.has(place) && { cache_control: EPHEMERAL };
    return [JSON.stringify({ ...plainItem(message, types), ...mark })];
  });
}

/** `types`: of the items that calls of this model went out as, where they are no functions. */
function plainItem(message: Exclude<Message, AssistantMessage>, types: ReadonlyMap<string, string>): JsonObject {
  if (message.role === "tool") {
    const { tool_call_id: call_id, content } = message;
    const output = { type: "function_call_output", call_id, output: contentOf(content) };
    return answerItem(types.get(call_id), message) ?? output;
  }
  return { type: "message", role: message.role, content: contentOf(message.content) };
}

function contentOf(content: string | readonly Part[]): Json {
  return typeof content === "string" ? content : content.map(partOf);
}

function partOf(part: Part): JsonObject {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const url = `data:${part.mediaType};base64,${part.data ?? ""}`;
  if (part.type === "image") return { type: "input_image", detail: "auto", image_url: url };
  return { type: "input_file", filename: part.name ?? "file", file_data: url };
}

function saidItems(message: AssistantMessage, model: string, types: Map<string, string>): readonly string[] {
  const { content, tool_calls: calls = [] } = message;
  const kept = keptItems(message, model, types);
  if (kept !== undefined) return kept;
  const text = content === "" ? [] : [ownText(content)];
  return [...text, ...calls.map(ownCall)];
}

/**
 * The items of the message as they were sent. A text or a call that is another one in the history, because a secret was
 * masked in it or an id was taken, stands in the place of its item. Undefined where nothing is kept for this model, or
 * it is about other calls.
 */
function keptItems(
  { content, tool_calls: calls = [], providerState }: AssistantMessage,
  model: string,
  types: Map<string, string>,
) {
  if (textOf(providerState, "model") !== stateOwner(model)) return undefined;
  const items = listOf(fieldOf(providerState, "message"), "items");
  const asked = items.filter((item) => calledName(item) !== undefined);
  const isAbout = (item: Json, at: number) => calledName(item) === calls[at]?.function.name;
  if (asked.length !== calls.length || !asked.every(isAbout)) return undefined;
  const texts = items.filter((item) => textOf(item, "type") === "message");
  const left = { calls: [...calls], texts: [...(textsOf(texts, content) ?? [])] };
  const isOther = left.texts.length < texts.length;
  return items.flatMap((item): string[] => {
    if (!isJsonObject(item)) return typeof item === "string" ? [item] : [];
    if (calledName(item) !== undefined) return left.calls.splice(0, 1).map((call) => callItem(item, call, types));
    if (isOther) return item === texts[0] && content !== "" ? [ownText(content)] : [];
    return [JSON.stringify(withTexts(item, left.texts.shift() ?? []))];
  });
}

function callItem(item: JsonObject, call: LlmToolCall, types: Map<string, string>): string {
  if (item.call_id !== call.id) return ownCall(call);
  types.set(call.id, String(item.type));
  return JSON.stringify(withArguments(item, call));
}

function ownText(text: string): string {
  return JSON.stringify({
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [] }],
  });
}

function ownCall({ id: call_id, function: { name, arguments: text } }: LlmToolCall): string {
  return JSON.stringify({ type: "function_call", call_id, name, arguments: text });
}
