import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmErrorCode,
  ModelPort,
} from "@toolwright/core";
import {
  aBoolean,
  aCount,
  anObject,
  aText,
  checkArgument,
  checkOptions,
  extraOptions,
  present,
  withFunctions,
} from "@toolwright/core/internal";
import { REQUEST_NAMES } from "../options/request-names.ts";
import { readTextCalls, type TextCallOptions, takenTextCalls } from "../text-calls/read-text-calls.ts";
import type { ChatOptions, ChatProvider } from "./chat-provider.ts";
import { readChatResponse } from "./read-chat-response.ts";

/** Options of {@link fromChatProvider}. */
export interface ChatProviderOptions extends TextCallOptions {
  /** The name that the provider is asked for. Default `""`. */
  readonly model?: string;
  /** Tokens the model can read. */
  readonly contextWindow?: number;
  /** Handed to every request, for example `{ max_tokens: 4096 }`; the loop's own options come before them. */
  readonly options?: ChatOptions;
}

/**
 * Makes a model of a provider that has `chat`. What it throws, or an abort, ends the completion with an `error`. Throws
 * a `TypeError` for options that cannot be.
 */
export function fromChatProvider(provider: ChatProvider, options: ChatProviderOptions = {}): ModelPort {
  checkArgument(provider, { of: "The provider of fromChatProvider", rule: A_PROVIDER });
  checkOptions<ChatProviderOptions>(options, {
    of: "fromChatProvider",
    rules: { model: aText, contextWindow: aCount(1), options: anObject, textCalls: aBoolean },
    otherNames: REQUEST_NAMES,
  });
  const { model = "", contextWindow } = options;
  return {
    name: model === "" ? "chat-provider" : `chat-provider:${model}`,
    ...present({ contextWindow }),
    completionStream: (params) =>
      readTextCalls(complete(params, { provider, model, options: options.options }), params, takenTextCalls(options)),
  };
}

const A_PROVIDER = withFunctions("an object with chat(messages, tools, model, options)", "chat");

interface Asked {
  readonly provider: ChatProvider;
  readonly model: string;
  readonly options: ChatOptions | undefined;
}

function complete(params: CompletionStreamParams, asked: Asked): Completion {
  const final = answer(params, asked);
  return { stream: deltas(final), final };
}

async function answer(params: CompletionStreamParams, asked: Asked): Promise<LlmCompletionResult> {
  const { signal } = params;
  const stop = abortOf(signal);
  try {
    signal?.throwIfAborted();
    const { messages, tools = [] } = params;
    const chat = asked.provider.chat(
      [...messages],
      // What only a model of the AI SDK reads of a tool is no field of this form.
      tools.map(({ type, function: asked }) => ({ type, function: asked })),
      asked.model,
      optionsOf(params, asked),
      present({ signal }),
    );
    return readChatResponse(await Promise.race([chat, stop.aborted]), asked.model);
  } catch (thrown) {
    return failed(thrown, asked.model, signal);
  } finally {
    stop.end();
  }
}

/** Only what was given: a default that nobody chose is not ours to invent. */
function optionsOf(params: CompletionStreamParams, { options }: Asked): ChatOptions {
  const { temperature, maxTokens, toolChoice } = params;
  return {
    ...options,
    ...Object.fromEntries(extraOptions(params)),
    ...present({ temperature, max_tokens: maxTokens, tool_choice: toolChoice }),
  };
}

function failed(thrown: unknown, model: string, signal: AbortSignal | undefined): LlmCompletionResult {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const status = statusOf(thrown);
  const stopped = signal?.aborted === true;
  const code: LlmErrorCode = stopped ? "aborted" : status === undefined ? "internal" : "http";
  const message = stopped ? "The request was stopped." : `LLM call failed: ${reason}`;
  const error = { code, message, ...present({ status }) };
  return { message: { role: "assistant", content: "" }, model, finishReason: "error", error };
}

function statusOf(thrown: unknown): number | undefined {
  const status = typeof thrown === "object" && thrown !== null && "status" in thrown ? thrown.status : undefined;
  return typeof status === "number" ? status : undefined;
}

/** Rejects when the signal is aborted: a provider may not listen to it. */
function abortOf(signal: AbortSignal | undefined): { readonly aborted: Promise<never>; end(): void } {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
  });
  aborted.catch(() => undefined);
  signal?.addEventListener("abort", stop);
  return { aborted, end: () => signal?.removeEventListener("abort", stop) };
}

async function* deltas(final: Promise<LlmCompletionResult>): AsyncGenerator<ChatDeltaEvent> {
  const { message, error } = await final;
  if (message.content !== "") yield { type: "text_delta", delta: message.content };
  if (error !== undefined) yield { type: "error", error };
}
