import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { CompletionStreamParams, Json, JsonObject, LlmToolChoice } from "@toolwright/core";
import { extraOptions, isJsonObject } from "@toolwright/core/internal";
import { WIRE_NAMES } from "../options/wire-names.ts";

/** An option of a request that a model of the AI SDK cannot be given. */
export class UnsendableOption extends TypeError {}

/** What one option comes to; undefined for a value that cannot be meant. */
type ReadOption = (value: unknown) => Partial<LanguageModelV4CallOptions> | undefined;

const REASONING = ["provider-default", "none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** By the names of OpenAI's wire format, in which other adapters take them too. */
const OPTIONS: ReadonlyMap<string, ReadOption> = new Map<string, ReadOption>([
  ["max_tokens", number((maxOutputTokens) => ({ maxOutputTokens }))],
  ["max_completion_tokens", number((maxOutputTokens) => ({ maxOutputTokens }))],
  ["top_p", number((topP) => ({ topP }))],
  ["top_k", number((topK) => ({ topK }))],
  ["presence_penalty", number((presencePenalty) => ({ presencePenalty }))],
  ["frequency_penalty", number((frequencyPenalty) => ({ frequencyPenalty }))],
  ["seed", number((seed) => ({ seed }))],
  ["stop", readStop],
  ["reasoning_effort", readReasoning],
  ["reasoning", readReasoning],
  ["response_format", readFormat],
  // Read with the tools: without any there is nothing to choose.
  ["tool_choice", (value) => (isToolChoice(value) ? {} : undefined)],
  ["headers", (value) => (isTexts(value) ? { headers: value } : undefined)],
  ["providerOptions", (value) => (isProviderOptions(value) ? { providerOptions: value } : undefined)],
]);

/**
 * The options of a request beside those that every model port takes, as a model of the AI SDK takes them.
 * Throws an `UnsendableOption` that names one which it cannot be given.
 */
export function sdkOptions(params: CompletionStreamParams): Partial<LanguageModelV4CallOptions> {
  const read = [...extraOptions(params)].map(([key, value]) => {
    const option = OPTIONS.get(WIRE_NAMES.get(key) ?? key);
    if (option === undefined)
      throw new UnsendableOption(`llmOptions.${key} cannot be sent through the AI SDK. ${ELSEWHERE}`);
    const fields = option(value);
    if (fields === undefined)
      throw new UnsendableOption(`llmOptions.${key} has a value that the AI SDK does not take.`);
    return fields;
  });
  return Object.assign({}, ...read);
}

const ELSEWHERE = "Options of one provider go into llmOptions.providerOptions, under the provider's name.";

function number(field: (value: number) => Partial<LanguageModelV4CallOptions>): ReadOption {
  return (value) => (typeof value === "number" && Number.isFinite(value) ? field(value) : undefined);
}

function readStop(value: unknown) {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const stopSequences = texts.filter((text) => typeof text === "string");
  return stopSequences.length === texts.length ? { stopSequences } : undefined;
}

function readReasoning(value: unknown) {
  const reasoning = REASONING.find((effort) => effort === value);
  return reasoning === undefined ? undefined : { reasoning };
}

/** In OpenAI's form, or in the SDK's own. */
function readFormat(value: unknown): Partial<LanguageModelV4CallOptions> | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.type === "text") return { responseFormat: { type: "text" } };
  if (value.type === "json_object") return { responseFormat: { type: "json" } };
  if (value.type === "json") return { responseFormat: jsonFormat(value) };
  const { json_schema: described } = value;
  return value.type === "json_schema" && isJsonObject(described)
    ? { responseFormat: jsonFormat(described) }
    : undefined;
}

function jsonFormat({ schema, name, description }: JsonObject) {
  return {
    type: "json" as const,
    ...(isJsonObject(schema) ? { schema } : {}),
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof description === "string" ? { description } : {}),
  };
}

function isTexts(value: unknown): value is Record<string, string> {
  return isJsonObject(value) && Object.values<Json>(value).every((text) => typeof text === "string");
}

function isProviderOptions(value: unknown): value is SharedV4ProviderOptions {
  return isJsonObject(value) && Object.values<Json>(value).every((options) => isJsonObject(options));
}

/** In the form of every model port, which is OpenAI's. */
export function isToolChoice(value: unknown): value is LlmToolChoice {
  if (value === "auto" || value === "none" || value === "required") return true;
  return isJsonObject(value) && isJsonObject(value.function) && typeof value.function.name === "string";
}
