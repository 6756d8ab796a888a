import type { ModelPort } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { placeParts } from "../parts/place-parts.ts";
import { takenTypes } from "../parts/taken-types.ts";
import { markedAt } from "../prompt-caching/cache-marks.ts";
import { Answer } from "./answer/answer.ts";
import { checkModelOptions } from "./check-model-options.ts";
import { httpCompletion, type WireFormat } from "./http/http-completion.ts";
import { isLoopback } from "./http/is-loopback.ts";
import type { ModelServerOptions } from "./http/model-server-options.ts";
import { limitName } from "./wire/limit-name.ts";
import { readChunk } from "./wire/read-chunk.ts";
import { toRequestBody } from "./wire/request-body.ts";

/**
 * Options of {@link createOpenAiCompatibleModel}. `structuredOutput` is `always` by default for OpenAI itself and
 * `without-tools` elsewhere, and `name` begins with `openai-compatible:`.
 */
export type OpenAiCompatibleOptions = ModelServerOptions;

/**
 * A model behind any server that speaks OpenAI's chat completions: OpenAI, LiteLLM, Ollama, vLLM, llama.cpp and others.
 * Nothing is sent before a call. Throws a `TypeError` for an option that does not exist or cannot be.
 */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): ModelPort {
  return openAiCompatibleModel(options, false);
}

/** The same. `isLlamaCpp`: that is known before the first request, so that it tells how far it has read, too. */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions, isLlamaCpp: boolean): ModelPort {
  checkModelOptions(options);
  const { model, baseUrl } = options;
  const habits = { isLlamaCpp, limitName: limitName(baseUrl, model) };
  const takes = takenTypes(model, isGemini(baseUrl) ? WITHOUT_FILES : CHAT_TYPES, options.takes);
  // A result is a text here: OpenAI itself refuses a picture in one.
  const places = { takes, inResults: () => false };
  const format: WireFormat = {
    path: "/chat/completions",
    toBody: (params) => toRequestBody(placeParts(params, places), markedAt(baseUrl, options), habits),
    // Servers refuse fields that they do not know; a proxy would hand it on to one.
    hear: (headers) => {
      habits.isLlamaCpp = isLoopback(baseUrl) && headers.get("server") === "llama.cpp";
    },
    newAnswer: () => new Answer({ model, stateOf: model, read: ({ value }) => readChunk(value) }),
  };
  return {
    name: options.name ?? `openai-compatible:${options.model}`,
    takes,
    ...present({ contextWindow: options.contextWindow, structuredOutput: structured(options) }),
    completionStream: (params) => httpCompletion(options, params, format),
  };
}

const WITHOUT_FILES = ["image/*", "audio/wav", "audio/mpeg"];
const CHAT_TYPES = [...WITHOUT_FILES, "application/pdf"];

/** Its chat completions have images and sounds, and no other files (https://ai.google.dev/gemini-api/docs/openai). */
function isGemini(baseUrl: string): boolean {
  return baseUrl.startsWith("https://generativelanguage.googleapis.com/");
}

function structured({ structuredOutput, baseUrl }: OpenAiCompatibleOptions): ModelPort["structuredOutput"] {
  const isOpenAi = /^https:\/\/api\.openai\.com(?:\/|$)/.test(baseUrl);
  const how = structuredOutput ?? (isOpenAi ? "always" : "without-tools");
  return how === "never" ? undefined : how;
}
