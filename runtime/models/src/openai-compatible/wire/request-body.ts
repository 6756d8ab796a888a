import type { CompletionStreamParams, Json, JsonObject, LlmError, Message, Part } from "@toolwright/core";
import { extraOptions, plainType, present } from "@toolwright/core/internal";
import { cannotSend, isSendable } from "../../options/cannot-send.ts";
import { objectAtRoot } from "../../options/object-at-root.ts";
import { wellFormedJson } from "../../options/well-formed-json.ts";
import { WIRE_NAMES } from "../../options/wire-names.ts";
import { cacheMarks, type MarkedModel } from "../../prompt-caching/cache-marks.ts";
import { markedMessages, markedTools } from "./cache-control.ts";
import { replayCall, replayMessage } from "./replay-state.ts";

/** What is known of the server that is asked. */
export interface RequestHabits {
  /** It is llama.cpp on this machine. */
  readonly isLlamaCpp: boolean;
  /** What it calls the limit of an answer. */
  readonly limitName: "max_tokens" | "max_completion_tokens";
}

/** The body of a chat completion request as JSON text, or an error that names an option which cannot be sent. */
export function toRequestBody(
  params: CompletionStreamParams,
  marked: MarkedModel,
  { isLlamaCpp, limitName }: RequestHabits,
): string | LlmError {
  const { toolChoice, temperature, maxTokens } = params;
  const { model } = marked;
  // llama.cpp writes the tools of a request into its prompt, also where none may be called.
  const offered = (isLlamaCpp && toolChoice === "none" ? undefined : params.tools) ?? [];
  // What only a model of the AI SDK reads of a tool is no field of this format.
  const tools = offered.map(({ type, function: asked }) => {
    return { type, function: { ...asked, parameters: objectAtRoot(asked.parameters) } };
  });
  const hasTools = tools.length > 0;
  const extra = extraOptions(params);
  const given = [...extra, ...Object.entries({ temperature, maxTokens })];
  const unsendable = given.find(([key, value]) => value !== undefined && !isSendable(value, OWN.has(key)));
  if (unsendable !== undefined) return cannotSend(unsendable[0], OWN.has(unsendable[0]));
  // A request with a mark of its own is marked as its caller wants it.
  const marks = extra.has("cache_control") ? undefined : cacheMarks(params, marked);
  const messages = params.messages.map((message) => toWireMessage(message, model));
  const body = {
    ...(isLlamaCpp ? { return_progress: true } : {}),
    ...wireOptions(extra, { hasTools, limitName }),
    model,
    messages: marks === undefined ? messages : markedMessages(messages, marks),
    stream: true,
    stream_options: { include_usage: true },
    ...(hasTools ? { tools: marks === undefined ? tools : markedTools(tools) } : {}),
    ...(hasTools && toolChoice !== undefined ? { tool_choice: toolChoice } : {}),
    ...present({ temperature, [limitName]: maxTokens }),
  };
  return wellFormedJson(body);
}

/** What the adapter writes itself. */
const OWN = new Set(["model", "messages", "stream", "stream_options", "tools"]);

/** Every further option as it was given; what programs spell in camel case gets the name that servers know. */
function wireOptions(
  extra: ReadonlyMap<string, unknown>,
  { hasTools, limitName }: { readonly hasTools: boolean } & Pick<RequestHabits, "limitName">,
): Readonly<Record<string, unknown>> {
  const nameOf = (name: string) => (name === "max_tokens" ? limitName : name);
  const fields = [...extra].map(([key, value]) => [nameOf(WIRE_NAMES.get(key) ?? key), value] as const);
  // Servers refuse a choice among no tools.
  return Object.fromEntries(fields.filter(([name]) => hasTools || name !== "tool_choice"));
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
    // Proxies put words of their own into the place of an empty text.
    content: message.content === "" && calls.length > 0 ? null : message.content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function toWireContent(content: string | readonly Part[]): Json {
  return typeof content === "string" ? content : content.map(toWirePart);
}

function toWirePart(part: Part): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  const url = `data:${part.mediaType};base64,${part.data ?? ""}`;
  if (part.type === "image") return { type: "image_url", image_url: { url } };
  const format = SOUND_FORMATS.get(plainType(part.mediaType));
  if (format !== undefined) return { type: "input_audio", input_audio: { data: part.data ?? "", format } };
  return { type: "file", file: { filename: part.name ?? "file", file_data: url } };
}

/** Of the sounds that OpenAI takes as sounds. */
const SOUND_FORMATS: ReadonlyMap<string, string> = new Map([
  ["audio/wav", "wav"],
  ["audio/mpeg", "mp3"],
]);
