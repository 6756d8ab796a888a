import { canonicalJson } from "../json/canonical-json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import type { Message } from "./messages.ts";
import type { CompletionStreamParams } from "./model-port.ts";

/** What a prompt's hash is made of. */
export interface PromptHashInput extends CompletionStreamParams {
  readonly model: string;
}

/**
 * SHA-256, in hex, of what a model is asked: equal requests have equal hashes, wherever they were made.
 * A request without tools keeps the payload `phv1`; tools, a tool choice or a message about calls make it `phv2`.
 * What was not given is not in the payload, nor is `signal`; further options are, under their own names.
 */
export async function promptHash(input: PromptHashInput): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(payloadOf(input)));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function payloadOf(input: PromptHashInput): JsonObject {
  const {
    model,
    messages,
    temperature,
    max_tokens,
    maxTokens = max_tokens,
    toolChoice,
    tools: _,
    signal,
    ...others
  } = input;
  const tools = toolsOf(input);
  const usesTools = tools.length > 0 || toolChoice !== undefined || messages.some(isAboutCalls);
  return {
    ...furtherOptions(others),
    prompt_hash_version: usesTools ? "phv2" : "phv1",
    model,
    messages: messages.map(messageOf),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(toolChoice === undefined ? {} : { tool_choice: plain(toolChoice) }),
  };
}

/** What is no JSON says nothing to a model. */
function furtherOptions(options: { readonly [name: string]: unknown }): JsonObject {
  const written = Object.entries(options).map(([name, value]) => [name, toJson(value)] as const);
  return Object.fromEntries(
    written.flatMap(([name, json]) => (json.ok && options[name] !== undefined ? [[name, json.value]] : [])),
  );
}

/** By name, so that the order in which tools were registered does not count. */
function toolsOf({ tools = [] }: PromptHashInput): readonly Json[] {
  const sorted = [...tools].sort((one, other) => compare(one.function.name, other.function.name));
  return sorted.map(plain);
}

function isAboutCalls(message: Message): boolean {
  return message.role === "tool" || (message.role === "assistant" && (message.tool_calls ?? []).length > 0);
}

function messageOf(message: Message): JsonObject {
  const common = { role: message.role, content: plain(message.content) };
  if (message.role === "tool") return { ...common, tool_call_id: message.tool_call_id };
  if (message.role !== "assistant" || !isAboutCalls(message)) return common;
  return { ...common, tool_calls: plain(message.tool_calls) };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** As JSON writes it: a schema may hold properties that are `undefined`. */
function plain(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}
