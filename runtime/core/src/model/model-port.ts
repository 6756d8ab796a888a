import type { Json, JsonObject, JsonSchema } from "../json/json.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { AssistantMessage, LlmToolCall, Message } from "./messages.ts";
import type { ProviderOptions } from "./provider-options.ts";

/** A tool as a model is told of it, in OpenAI's shape. */
export interface LlmToolDefinition {
  readonly providerOptions?: ProviderOptions;
  readonly type: "function";
  /** Arguments that fit, for models that are shown some. */
  readonly inputExamples?: readonly JsonObject[];
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
    readonly strict?: boolean;
  };
}

/**
 * A piece of an arguments text that is still arriving. A string for display only:
 * its type cannot be given to a runner.
 */
export type ArgumentsFragment = string & { readonly kindOfArguments?: "fragment" };

/** A piece of a call that is still arriving. `index` is the call's place in the step, from 0. */
export interface LlmToolCallDelta {
  readonly index: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: ArgumentsFragment };
  /**
   * The arguments turned out to be no JSON object: what was shown of them is not to be shown any longer. Set by the
   * loop.
   */
  readonly withdrawn?: true;
}

/** A call that the provider ran itself while its model answered, such as a search of its own. */
export interface ProviderCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /** What came of it, where the provider says so. */
  readonly result?: Json;
  readonly isError?: boolean;
  /**
   * A program that waits for the calls which it makes: `begun` here, and `ended` in a later answer, in which it has the
   * same id. Left out: the call began and ended in this answer.
   */
  readonly program?: "begun" | "ended";
}

/** Why an answer ended, by the port's names. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "error";

/** Tokens of one model call, or summed over a run. A count that the provider does not give is left out. */
export interface Usage {
  /** All that the model read: what came from its provider's cache, and what was written to it, too. */
  readonly inputTokens: number;
  /** Of the input, what the provider read from its cache. */
  readonly cachedInputTokens?: number;
  /** Of the input, what the provider wrote to its cache. */
  readonly cacheWriteTokens?: number;
  /** All that the model wrote: its reasoning, too. */
  readonly outputTokens: number;
  /** Of the output, what the model thought. */
  readonly reasoningTokens?: number;
  /** US dollars, where the provider says what it takes. */
  readonly costUsd?: number;
}

/** What a model takes, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Of the input, what came from the provider's cache. Default: as all of it. */
  readonly cachedInput?: number;
  /** Of the input, what was written to the provider's cache. Default: as all of it. */
  readonly cacheWrite?: number;
  readonly output: number;
}

/** What went wrong with a model call or its run. */
export type LlmErrorCode =
  | "http"
  | "connection"
  | "timeout"
  | "aborted"
  | "incomplete_stream"
  | "invalid_stream"
  | "ambiguous_tool_calls"
  | "script_exhausted"
  | "tape_miss"
  | "journal_failed"
  | "invalid_output"
  | "invalid_options"
  | "nothing_to_resume"
  | "internal";

/** Why a model call, or a run, ended in `error`. */
export interface LlmError {
  readonly code: LlmErrorCode;
  readonly message: string;
  /** HTTP status, where there was one. */
  readonly status?: number;
}

/** Whether the model may, must or may not call tools, or which one it must call. */
export type LlmToolChoice =
  | "auto"
  | "none"
  | "required"
  | { readonly type: "function"; readonly function: { readonly name: string } };

/**
 * Options of a request; what nobody gave is not sent. Fields without a name here (`top_p`, `stop`, `seed`, …) reach the
 * provider as they are given; a model that cannot send one ends the call with an error that names it.
 */
export interface LlmOptions {
  readonly toolChoice?: LlmToolChoice;
  readonly temperature?: number;
  /** Tokens. */
  readonly maxTokens?: number;
  /** Another name of `maxTokens`, which comes first. */
  readonly max_tokens?: number;
  readonly [option: string]: unknown;
}

/** One request to a model. */
export interface CompletionStreamParams extends LlmOptions {
  readonly messages: readonly Message[];
  readonly tools?: readonly LlmToolDefinition[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What streams in while a model answers: for display only. */
export type ChatDeltaEvent =
  | { readonly type: "text_delta" | "reasoning_delta"; readonly delta: string }
  | { readonly type: "tool_call_delta"; readonly delta: LlmToolCallDelta }
  /** The model reads the request and has not begun to answer. */
  | ({ readonly type: "reading" } & ReadingProgress)
  /** No answer has begun; the request is sent again after so many milliseconds. */
  | { readonly type: "retrying"; readonly delayMs: number; readonly error: LlmError }
  | { readonly type: "error"; readonly error: LlmError };

/** How far a model has read a request. */
export interface ReadingProgress {
  /** Read so far, those that it still knew included. */
  readonly tokens: number;
  /** Of the whole request. */
  readonly totalTokens: number;
  /** Milliseconds until it has read all, by its pace so far; missing where nothing is known of that. */
  readonly leftMs?: number;
}

/** What people should know of a model call that did not fail. */
export interface LlmWarning {
  /** In `snake_case`, for programs. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
}

interface CompletionResult {
  readonly message: AssistantMessage;
  readonly model: string;
  /** How many calls were begun and not finished; none of them is in `toolCalls`. */
  readonly droppedCalls?: number;
  /** Each becomes a start and an end of a call in the events of the run; none of them is run here. */
  readonly providerCalls?: readonly ProviderCall[];
  readonly usage?: Usage;
  /** Each becomes a `warning` event of the run. */
  readonly warnings?: readonly LlmWarning[];
}

/**
 * How a model call ended. `toolCalls` is there exactly when `finishReason` is `tool_calls`, `error` exactly when it is
 * `error`.
 */
export type LlmCompletionResult = CompletionResult &
  (
    | { readonly finishReason: "tool_calls"; readonly toolCalls: readonly LlmToolCall[]; readonly error?: undefined }
    | {
        readonly finishReason: "stop" | "length" | "content_filter";
        readonly toolCalls?: undefined;
        readonly error?: undefined;
      }
    | { readonly finishReason: "error"; readonly toolCalls?: undefined; readonly error: LlmError }
  );

/** A model call under way. Neither part throws or rejects. */
export interface Completion {
  /** May be iterated once, or not at all; leaving it early does not stop the request. */
  readonly stream: AsyncIterable<ChatDeltaEvent>;
  /** Settles once on every path, whether the stream is read or not. */
  readonly final: Promise<LlmCompletionResult>;
}

/** What a model is told of the run that calls it. */
export interface ModelCallContext {
  /** Masks what the run keeps secret. For a model that writes down what it answers; a provider gets none of it. */
  readonly scrubber?: Scrubber;
}

/** A language model. The request is sent when `completionStream` is called; `signal` stops it. */
export interface ModelPort {
  /** For people and records, for example `litellm:gpt-5`. */
  readonly name: string;
  /** Tokens the model can read; used to decide when old results are trimmed. */
  readonly contextWindow?: number;
  /**
   * Whether it holds a text to a JSON Schema that is given as `response_format`, in OpenAI's form: always, or only in
   * requests that offer no tools. Left out: a schema is said in words.
   */
  readonly structuredOutput?: "always" | "without-tools";
  /**
   * The media types that it reads beside text, such as `application/pdf`, `audio/wav` or `image/*`. A run gives it of
   * every other part a line with its name, type and size. Left out: images, and nothing else.
   */
  readonly takes?: readonly string[];
  /**
   * Whether its provider runs programs that call the tools which are marked for them in `providerOptions`. What such a
   * program asks for comes as calls with a `programId`. Left out: it runs none.
   */
  readonly hostsPrograms?: boolean;
  /** Its price, where that is known before it answers: a budget in money needs it. `withPrices` sets it. */
  readonly price?: ModelPrice;
  completionStream(params: CompletionStreamParams, context?: ModelCallContext): Completion;
}
