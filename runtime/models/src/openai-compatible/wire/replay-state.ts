import type { AssistantMessage, Json, JsonObject, LlmToolCall } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { fieldOf, listOf, textOf } from "./json-field.ts";

/** What one call's provider wants back, with the tool's name to recognise the call by. */
export interface CallState {
  readonly name: string;
  readonly fields: JsonObject;
}

/** What goes into `providerState`: for which model, and which fields belong where. */
export interface ProviderState {
  readonly model: string;
  readonly message: JsonObject;
  readonly calls: readonly CallState[];
}

/** The state as JSON, or undefined when there is none to keep. */
export function toProviderState(state: ProviderState): Json | undefined {
  const hasCallState = state.calls.some((call) => Object.keys(call.fields).length > 0);
  if (Object.keys(state.message).length === 0 && !hasCallState) return undefined;
  const calls = state.calls.map(({ name, fields }) => ({ name, fields }));
  return { model: state.model, message: state.message, ...(hasCallState ? { calls } : {}) };
}

/** DeepSeek refuses reasoning on messages without calls, and needs it on those with calls. */
const onlyBesideCalls = new Set(["reasoning_content", "reasoning"]);

/** The fields that go back on an assistant message: none when another model made them. */
export function replayMessage(message: AssistantMessage, model: string): JsonObject {
  if (textOf(message.providerState, "model") !== model) return {};
  const fields = fieldOf(message.providerState, "message");
  if (!isJsonObject(fields)) return {};
  return keepUseful(fields, { hasCalls: (message.tool_calls?.length ?? 0) > 0 });
}

/** The fields that a provider takes back on such a message. */
export function keepUseful(fields: JsonObject, { hasCalls }: { readonly hasCalls: boolean }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => hasCalls || !onlyBesideCalls.has(key)));
}

/** A call as it goes back, with the fields its provider wants on it. */
export function replayCall(message: AssistantMessage, model: string, place: number): JsonObject | undefined {
  const call = message.tool_calls?.[place];
  if (call === undefined) return undefined;
  const state = listOf(message.providerState, "calls")[place];
  const isOurs = textOf(message.providerState, "model") === model && textOf(state, "name") === call.function.name;
  const fields = isOurs ? fieldOf(state, "fields") : undefined;
  return isJsonObject(fields) ? withState(call, fields) : { ...bare(call) };
}

function withState(call: LlmToolCall, fields: JsonObject): JsonObject {
  const { function: inner, ...own } = fields;
  const plain = bare(call);
  return { ...own, ...plain, function: { ...(isJsonObject(inner) ? inner : {}), ...plain.function } };
}

function bare(call: LlmToolCall) {
  return {
    id: call.id,
    type: call.type,
    function: { name: call.function.name, arguments: call.function.arguments },
  };
}
