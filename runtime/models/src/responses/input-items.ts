import type { AssistantMessage, Json, JsonObject, LlmToolCall, Message, Part, ToolMessage } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { EPHEMERAL } from "../openai-compatible/wire/cache-control.ts";
import { fieldOf, listOf, textOf } from "../openai-compatible/wire/json-field.ts";
import { wellFormedJson } from "../options/well-formed-json.ts";
import { jsonResult } from "../programs/json-result.ts";
import { programError } from "../programs/program-error.ts";
import { unfinishedPrograms } from "../programs/unfinished-programs.ts";
import { textsOf, withTexts } from "./kept-item.ts";
import { answerItem, calledName, withArguments } from "./own-call.ts";
import { programCaller, programItem, programNews } from "./program-items.ts";

/** Whose state a message holds: items of this format go back to this model only. */
export function stateOwner(model: string): string {
  return `responses:${model}`;
}

/** What the items of a request follow from, beside its messages. */
export interface ItemOptions {
  readonly model: string;
  readonly marks?: ReadonlySet<number> | undefined;
  /** Of each tool whose outputs are JSON, whether the tool gives JSON itself; of any other a text goes out as JSON. */
  readonly asJson: ReadonlyMap<string, boolean>;
}

/**
 * A history as the items of a request, each as JSON text: what the model itself wrote goes back as it was sent. Those
 * at the places of `marks` carry a mark for Anthropic's cache, as LiteLLM takes it from an item.
 */
export function inputItems(messages: readonly Message[], options: ItemOptions): readonly string[] {
  const { model, marks } = options;
  const newsOf = (message: AssistantMessage) => (isOwn(message, model) ? programNews(message) : undefined);
  const left = unfinishedPrograms(messages, { newsOf, maySpeak: true });
  const sent = new Map<string, SentCall>();
  return messages.flatMap((message, place) => {
    if (message.role === "assistant") return saidItems(message, { model, left, sent });
    const mark = marks?.has(place) && { cache_control: EPHEMERAL };
    return [wellFormedJson({ ...plainItem(message, sent, options), ...mark })];
  });
}

/** As what a call went out. */
interface SentCall {
  readonly name: string;
  /** Of the item of this model that it is. */
  readonly type?: string;
  /** The program that made it. */
  readonly caller?: JsonObject | undefined;
}

interface Sending {
  readonly model: string;
  /** Programs that do not go on, and go back no more. */
  readonly left: ReadonlySet<string>;
  readonly sent: Map<string, SentCall>;
}

function plainItem(
  message: Exclude<Message, AssistantMessage>,
  sent: ReadonlyMap<string, SentCall>,
  { asJson }: ItemOptions,
): JsonObject {
  if (message.role !== "tool") return { type: "message", role: message.role, content: contentOf(message.content) };
  const { tool_call_id: call_id } = message;
  const { type, name = "", caller } = sent.get(call_id) ?? {};
  const isByProgram = caller !== undefined;
  const own = asJson.get(name);
  const value = own === undefined ? undefined : jsonResult(message, { own, isByProgram });
  const item = answerItem(type, message) ?? {
    type: "function_call_output",
    call_id,
    output: value === undefined ? plainOutput(message, isByProgram) : JSON.stringify(value),
  };
  return caller === undefined ? item : { ...item, caller };
}

/** A program that counts on no form is given the text of a result; a failure has to be told apart from one. */
function plainOutput(message: ToolMessage, isByProgram: boolean): Json {
  return isByProgram && message.is_error === true ? JSON.stringify(programError(message)) : contentOf(message.content);
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

function saidItems(message: AssistantMessage, sending: Sending): readonly string[] {
  const { content, tool_calls: calls = [] } = message;
  for (const { id, function: called } of calls) sending.sent.set(id, { name: called.name });
  const kept = keptItems(message, sending);
  if (kept !== undefined) return kept;
  const text = content === "" ? [] : [ownText(content)];
  return [...text, ...calls.map(ownCall)];
}

function isOwn({ providerState }: AssistantMessage, model: string): boolean {
  return textOf(providerState, "model") === stateOwner(model);
}

/**
 * The items of the message as they were sent. A text or a call that is another one in the history, because a secret was
 * masked in it or an id was taken, stands in the place of its item. Undefined where nothing is kept for this model, or
 * it is about other calls.
 */
function keptItems(message: AssistantMessage, sending: Sending) {
  const { content, tool_calls: calls = [], providerState } = message;
  if (!isOwn(message, sending.model)) return undefined;
  const items = listOf(fieldOf(providerState, "message"), "items");
  const asked = items.filter((item) => calledName(item) !== undefined);
  const isAbout = (item: Json, at: number) => calledName(item) === calls[at]?.function.name;
  if (asked.length !== calls.length || !asked.every(isAbout)) return undefined;
  const texts = items.filter((item) => textOf(item, "type") === "message");
  const left = { calls: [...calls], texts: [...(textsOf(texts, content) ?? [])] };
  const isOther = left.texts.length < texts.length;
  return items.flatMap((item): string[] => {
    if (!isJsonObject(item)) return typeof item === "string" && !isLeft(programItem(item), sending) ? [item] : [];
    if (calledName(item) !== undefined) return left.calls.splice(0, 1).map((call) => callItem(item, call, sending));
    if (isOther) return item === texts[0] && content !== "" ? [ownText(content)] : [];
    return [JSON.stringify(withTexts(item, left.texts.shift() ?? []))];
  });
}

function isLeft(program: JsonObject | undefined, { left }: Sending): boolean {
  return program !== undefined && left.has(textOf(program, "call_id"));
}

function callItem(item: JsonObject, call: LlmToolCall, { left, sent }: Sending): string {
  if (item.call_id !== call.id) return ownCall(call);
  const { caller: _program, ...direct } = item;
  const caller = programCaller(item);
  const isByProgram = caller !== undefined && !left.has(textOf(caller, "caller_id"));
  const { name } = call.function;
  sent.set(call.id, { name, type: String(item.type), ...(isByProgram && { caller }) });
  return JSON.stringify(withArguments(caller === undefined || isByProgram ? item : direct, call));
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
