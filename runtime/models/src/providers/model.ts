import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  ModelPort,
} from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { createAiSdkModel } from "../ai-sdk/create-ai-sdk-model.ts";
import { openAiCompatibleModel } from "../openai-compatible/create-openai-compatible-model.ts";
import { modelFacts } from "../options/model-facts.ts";
import { createResponsesModel } from "../responses/create-responses-model.ts";
import { carefulFetch } from "./careful-fetch.ts";
import type { Environment, ModelOptions } from "./model-options.ts";
import { PROVIDERS } from "./providers.ts";
import { type NamedModel, readSpec } from "./read-spec.ts";
import { SDK_PROVIDERS, type SdkProvider } from "./sdk-providers.ts";
import { toldContext } from "./told-context.ts";

/**
 * The model that `PROVIDER:NAME` names, such as `openai:gpt-5-mini`, `anthropic:claude-sonnet-4-5`, `ollama:qwen3` or
 * `litellm:NAME`, with the key and the address that the environment has for its provider. Nothing is sent before a
 * call; the package of a provider that has one is loaded with the first. Throws a `TypeError` for a provider that
 * nobody knows, and for a missing key or address.
 */
export function model(spec: string, options: ModelOptions = {}): ModelPort {
  const named = readSpec(spec, options);
  const { package: sdk } = named;
  if (sdk === undefined) return serverModel(named, options);
  let loading: Promise<ModelPort> | undefined;
  return {
    name: spec,
    ...present({
      contextWindow: contextWindowOf(named, options),
      takes: options.takes ?? modelFacts(named.name).takes,
    }),
    completionStream: (params, context) => {
      loading ??= packageModel(named, sdk, options);
      return later(loading, params, context);
    },
  };
}

/**
 * The same, with the package of the provider loaded: rejects with a `TypeError` that says what to install where it is
 * missing. A server on this machine is asked how much the model can read, where neither its name nor an option says it.
 */
export async function loadModel(spec: string, options: ModelOptions = {}): Promise<ModelPort> {
  const named = readSpec(spec, options);
  if (named.package !== undefined) return packageModel(named, named.package, options);
  const { baseUrl = "", name, apiKey } = named;
  if (contextWindowOf(named, options) !== undefined) return serverModel(named, options);
  const { contextWindow, isLlamaCpp } = await toldContext({ baseUrl, name, apiKey });
  return serverModel(named, { ...options, ...present({ contextWindow }) }, isLlamaCpp);
}

/** The npm package that a provider's models need, beside this one; undefined where they need none. */
export function packageOf(provider: string): string | undefined {
  return SDK_PROVIDERS.get(provider)?.package;
}

/** The model that a key in the environment stands for, OpenAI first; undefined where there is none. */
export function usualModel(environment: Environment): string | undefined {
  const [openai = [], ...rest] = PROVIDERS;
  const [provider, known] =
    [openai, ...SDK_PROVIDERS, ...rest].find(
      ([, known]) => known?.usualModel !== undefined && hasKey(known, environment),
    ) ?? [];
  return known?.usualModel === undefined ? undefined : `${provider}:${known.usualModel}`;
}

function hasKey(
  { keyVariables = [] }: { readonly keyVariables?: readonly string[] },
  environment: Environment,
): boolean {
  return keyVariables.some((name) => environment[name]);
}

function serverModel(named: NamedModel, options: ModelOptions, isLlamaCpp = false): ModelPort {
  const { takes, textCalls, promptCaching, fetch, firstByteTimeoutMs, maxRetries, responses = false } = options;
  const { spec, name, baseUrl = "", apiKey } = named;
  const contextWindow = contextWindowOf(named, options);
  const server = {
    ...{ baseUrl, model: name, name: spec },
    ...present({ apiKey, contextWindow, takes, textCalls, promptCaching, fetch, firstByteTimeoutMs, maxRetries }),
  };
  return responses ? createResponsesModel(server) : openAiCompatibleModel(server, isLlamaCpp);
}

async function packageModel(named: NamedModel, sdk: SdkProvider, options: ModelOptions): Promise<ModelPort> {
  const { spec, name, baseUrl, apiKey = "" } = named;
  const { takes, textCalls = false, promptCaching, fetch, firstByteTimeoutMs, maxRetries } = options;
  const create = await load(sdk, spec);
  return createAiSdkModel(create({ apiKey, fetch: carefulFetch(fetch), ...present({ baseURL: baseUrl }) }, name), {
    ...{ name: spec, textCalls },
    ...present({
      promptCaching,
      takes,
      firstByteTimeoutMs,
      maxRetries,
      contextWindow: contextWindowOf(named, options),
    }),
  });
}

async function load(sdk: SdkProvider, spec: string): ReturnType<SdkProvider["load"]> {
  try {
    return await sdk.load();
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw cause;
    throw new TypeError(`${spec} needs a package that is not installed: npm install ${sdk.package}`, { cause });
  }
}

function contextWindowOf({ name }: NamedModel, { contextWindow }: ModelOptions): number | undefined {
  return contextWindow ?? modelFacts(name).contextWindow;
}

/** A call of a model that is still being loaded. */
function later(
  loading: Promise<ModelPort>,
  params: CompletionStreamParams,
  context: Parameters<ModelPort["completionStream"]>[1],
): Completion {
  const begun = loading.then((port) => port.completionStream(params, context));
  return { stream: streamOf(begun), final: begun.then(({ final }) => final, notLoaded) };
}

async function* streamOf(begun: Promise<Completion>): AsyncGenerator<ChatDeltaEvent> {
  const completion = await begun.catch(() => undefined);
  if (completion !== undefined) yield* completion.stream;
}

function notLoaded(thrown: unknown): LlmCompletionResult {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    message: { role: "assistant", content: "" },
    model: "",
    finishReason: "error",
    error: { code: "internal", message },
  };
}
