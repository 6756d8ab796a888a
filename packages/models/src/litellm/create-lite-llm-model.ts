import type {
  ChatDeltaEvent,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmError,
  ModelPort,
} from "@toolwright/core";
import { Answer } from "./answer/answer.ts";
import { DeltaQueue } from "./answer/delta-queue.ts";
import { readAnswer } from "./answer/read-answer.ts";
import { maskSecrets } from "./http/mask-secrets.ts";
import { openWithRetries } from "./http/open-with-retries.ts";
import { toBasic, toTarget } from "./http/target.ts";
import { toWellFormed } from "./text/to-well-formed.ts";
import { toRequestBody } from "./wire/request-body.ts";

/** Options of {@link createLiteLlmModel}. */
export interface LiteLlmOptions {
  /** What stands before `/chat/completions`, for example `http://127.0.0.1:4000/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`; without it no such header is sent. */
  readonly apiKey?: string;
  /** As the server names it. */
  readonly model: string;
  /** Sent with every request; they win over the adapter's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** How often a failed request is sent again before its answer begins; 2 by default. */
  readonly maxRetries?: number;
  /** Milliseconds before the first retry, doubled for each further one; 500 by default. */
  readonly firstRetryMs?: number;
  /** Milliseconds from sending to the first byte of the answer; 30,000 by default. */
  readonly firstByteMs?: number;
  /** Milliseconds between two pieces of the answer; 120,000 by default. */
  readonly betweenBytesMs?: number;
  /** Tokens the model can read. */
  readonly contextWindow?: number;
}

/** A model behind LiteLLM or any other server that speaks OpenAI's chat completions. Nothing is sent before a call. */
export function createLiteLlmModel(options: LiteLlmOptions): ModelPort {
  return {
    name: `litellm:${options.model}`,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    completionStream(params) {
      const deltas = new DeltaQueue<ChatDeltaEvent>();
      return { stream: deltas.stream, final: complete(options, params, deltas) };
    },
  };
}

async function complete(
  options: LiteLlmOptions,
  params: CompletionStreamParams,
  deltas: DeltaQueue<ChatDeltaEvent>,
): Promise<LlmCompletionResult> {
  const answer = new Answer(options.model);
  const result = await ask(options, params, { answer, deltas }).catch((reason: unknown) =>
    answer.fail({ code: "connection", message: `The request could not be made: ${String(reason)}` }),
  );
  deltas.push(answer.flush());
  const safe = result.finishReason === "error" ? { ...result, error: toSafe(result.error, options) } : result;
  if (safe.finishReason === "error") deltas.push([{ type: "error", error: safe.error }]);
  deltas.close();
  return safe;
}

async function ask(
  options: LiteLlmOptions,
  params: CompletionStreamParams,
  { answer, deltas }: { readonly answer: Answer; readonly deltas: DeltaQueue<ChatDeltaEvent> },
): Promise<LlmCompletionResult> {
  const { signal } = params;
  const { target, credentials } = toTarget(options.baseUrl);
  const opened = await openWithRetries({
    target,
    url: withoutQuery(target),
    model: options.model,
    headers: toHeaders(options, credentials),
    body: toRequestBody(params, options.model),
    fetch: options.fetch ?? fetch,
    signal,
    maxRetries: options.maxRetries ?? 2,
    firstRetryMs: options.firstRetryMs ?? 500,
    firstByteMs: options.firstByteMs ?? 30_000,
  });
  if (opened.kind === "failed") return answer.fail(opened.error);
  const betweenBytesMs = options.betweenBytesMs ?? 120_000;
  return readAnswer(opened.body, { answer, signal, betweenBytesMs, show: (events) => deltas.push(events) });
}

function toHeaders({ apiKey, headers }: LiteLlmOptions, credentials: string): Headers {
  const all = new Headers({ "content-type": "application/json", accept: "text/event-stream, application/json" });
  if (credentials !== "") all.set("authorization", toBasic(credentials));
  if (apiKey !== undefined && apiKey !== "") all.set("authorization", `Bearer ${apiKey}`);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return all;
}

/** Longer messages are cut: most of one may be a server's own text. */
const longestMessage = 500;

/** An error that shows no secret of the request and no long text of the server. */
function toSafe(error: LlmError, { apiKey, headers, baseUrl }: LiteLlmOptions): LlmError {
  const { credentials } = toTarget(baseUrl);
  const password = credentials.slice(credentials.indexOf(":") + 1);
  const encoded = credentials === "" ? "" : toBasic(credentials).slice("Basic ".length);
  const mask = maskSecrets([apiKey ?? "", ...Object.values(headers ?? {}), password, encoded]);
  const message = toWellFormed(mask(error.message));
  return { ...error, message: message.length <= longestMessage ? message : `${message.slice(0, longestMessage - 1)}…` };
}

function withoutQuery(target: string): string {
  if (!URL.canParse(target)) return target;
  const { protocol, host, pathname } = new URL(target);
  return `${protocol}//${host}${pathname}`;
}
