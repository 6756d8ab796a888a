import type { ModelPort } from "@toolwright/core";
import type { ChatDeltaEvent, CompletionStreamParams, LlmCompletionResult, LlmError } from "@toolwright/core/types";
import { readTextCalls, type TextCallOptions } from "../text-calls/read-text-calls.ts";
import { Answer } from "./answer/answer.ts";
import { DeltaQueue } from "./answer/delta-queue.ts";
import { type AnswerSize, readAnswer } from "./answer/read-answer.ts";
import { checkModelOptions } from "./check-model-options.ts";
import { maskSecrets } from "./http/mask-secrets.ts";
import { openWithRetries } from "./http/open-with-retries.ts";
import { toBasic, toTarget } from "./http/target.ts";
import { type TimeLimitOptions, timeLimits } from "./http/time-limits.ts";
import { toWellFormed } from "./well-formed.ts";
import { toRequestBody } from "./wire/request-body.ts";

/** Options of {@link createOpenAiCompatibleModel}. */
export interface OpenAiCompatibleOptions extends TimeLimitOptions, TextCallOptions {
  /** What stands before `/chat/completions`, for example `http://127.0.0.1:4000/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`; without it no such header is sent. */
  readonly apiKey?: string;
  /** As the server names it. */
  readonly model: string;
  /** For people and records; by default `openai-compatible:` and the model. */
  readonly name?: string;
  /** Sent with every request; they win over the adapter's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** How often a failed request is sent again before its answer begins; 2 by default. */
  readonly maxRetries?: number;
  /** Milliseconds before the first retry, doubled for each further one; 500 by default. */
  readonly firstRetryMs?: number;
  /**
   * An answer with more tokens than this is cut and ends as `length`; 131,072 by default, or the request's own
   * `maxTokens` where that is more. Pieces of the stream are counted: a server sends about one for each token.
   */
  readonly maxAnswerTokens?: number;
  /** An answer with more bytes than this, as they are sent, is cut and ends as `length`; 128 MiB by default. */
  readonly maxAnswerBytes?: number;
  /** Tokens the model can read. */
  readonly contextWindow?: number;
  /**
   * When a loop's `output` goes out as `response_format`, and not in words. Default `always` for OpenAI itself; `without-tools`
   * elsewhere, because servers that hold a text to a schema from its first character on call no tool; `never` where a server
   * refuses the field.
   */
  readonly structuredOutput?: "always" | "without-tools" | "never";
}

/**
 * A model behind any server that speaks OpenAI's chat completions: OpenAI, LiteLLM, Ollama, vLLM, llama.cpp and others.
 * Nothing is sent before a call. Throws a `TypeError` for an option that does not exist or cannot be.
 */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): ModelPort {
  checkModelOptions(options);
  return {
    name: options.name ?? `openai-compatible:${options.model}`,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...structured(options),
    completionStream(params) {
      const deltas = new DeltaQueue<ChatDeltaEvent>();
      const completion = { stream: deltas.stream, final: complete(options, params, deltas) };
      return readTextCalls(completion, params, options);
    },
  };
}

function structured({ structuredOutput, baseUrl }: OpenAiCompatibleOptions): Pick<ModelPort, "structuredOutput"> {
  const isOpenAi = /^https:\/\/api\.openai\.com(?:\/|$)/.test(baseUrl);
  const how = structuredOutput ?? (isOpenAi ? "always" : "without-tools");
  return how === "never" ? {} : { structuredOutput: how };
}

async function complete(
  options: OpenAiCompatibleOptions,
  params: CompletionStreamParams,
  deltas: DeltaQueue<ChatDeltaEvent>,
): Promise<LlmCompletionResult> {
  const answer = new Answer(options.model);
  const result = await ask(options, params, { answer, deltas }).catch((reason: unknown) =>
    answer.fail({ code: "connection", message: `The request could not be made: ${String(reason)}` }),
  );
  deltas.push(answer.flush());
  const safe = toSafe(result, options);
  if (safe.finishReason === "error") deltas.push([{ type: "error", error: safe.error }]);
  deltas.close();
  return safe;
}

async function ask(
  options: OpenAiCompatibleOptions,
  params: CompletionStreamParams,
  { answer, deltas }: { readonly answer: Answer; readonly deltas: DeltaQueue<ChatDeltaEvent> },
): Promise<LlmCompletionResult> {
  const { signal } = params;
  const { target, credentials } = toTarget(options.baseUrl);
  const limits = timeLimits(options, target);
  const body = toRequestBody(params, options.model);
  if (typeof body !== "string") return answer.fail(body);
  const opened = await openWithRetries({
    target,
    url: withoutQuery(target),
    model: options.model,
    headers: toHeaders(options, credentials),
    body,
    fetch: options.fetch ?? fetch,
    signal,
    maxRetries: options.maxRetries ?? 2,
    firstRetryMs: options.firstRetryMs ?? 500,
    limits,
  });
  if (opened.kind === "failed") return answer.fail(opened.error);
  const size = answerSize(options, params);
  return readAnswer(opened.body, { answer, signal, limits, size, show: (events) => deltas.push(events) });
}

/** More than any model writes at once; without a bound, one that never ends would go on for hours. */
const MOST_TOKENS = 131_072;
const MOST_BYTES = 128 * 1024 * 1024;

function answerSize(options: OpenAiCompatibleOptions, params: CompletionStreamParams): AnswerSize {
  const asked = params.maxTokens ?? params.max_tokens ?? 0;
  return {
    tokens: options.maxAnswerTokens ?? Math.max(MOST_TOKENS, asked),
    bytes: options.maxAnswerBytes ?? MOST_BYTES,
  };
}

function toHeaders({ apiKey, headers }: OpenAiCompatibleOptions, credentials: string): Headers {
  const all = new Headers({ "content-type": "application/json", accept: "text/event-stream, application/json" });
  if (credentials !== "") all.set("authorization", toBasic(credentials));
  if (apiKey !== undefined && apiKey !== "") all.set("authorization", `Bearer ${apiKey}`);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return all;
}

/** Longer messages are cut: most of one may be a server's own text. */
const longestMessage = 500;

/** The result with no secret of the request and no long text of the server in what it says. */
function toSafe(result: LlmCompletionResult, options: OpenAiCompatibleOptions): LlmCompletionResult {
  if (result.finishReason === "error") return { ...result, error: masked(result.error, options) };
  const { warnings } = result;
  return warnings === undefined ? result : { ...result, warnings: warnings.map((warning) => masked(warning, options)) };
}

function masked<Said extends Pick<LlmError, "message">>(
  said: Said,
  { apiKey, headers, baseUrl }: OpenAiCompatibleOptions,
): Said {
  const { credentials } = toTarget(baseUrl);
  const password = credentials.slice(credentials.indexOf(":") + 1);
  const encoded = credentials === "" ? "" : toBasic(credentials).slice("Basic ".length);
  const mask = maskSecrets([apiKey ?? "", ...Object.values(headers ?? {}), password, encoded]);
  const message = toWellFormed(mask(said.message));
  return { ...said, message: message.length <= longestMessage ? message : `${message.slice(0, longestMessage - 1)}…` };
}

function withoutQuery(target: string): string {
  if (!URL.canParse(target)) return target;
  const { protocol, host, pathname } = new URL(target);
  return `${protocol}//${host}${pathname}`;
}
