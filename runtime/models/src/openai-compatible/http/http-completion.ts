import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmError,
} from "@toolwright/core";
import { DeltaQueue, uriDecoded } from "@toolwright/core/internal";
import { readTextCalls, takenTextCalls } from "../../text-calls/read-text-calls.ts";
import type { Answer } from "../answer/answer.ts";
import { type AnswerSize, readAnswer } from "../answer/read-answer.ts";
import { isLoopback } from "./is-loopback.ts";
import { maskSecrets } from "./mask-secrets.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import { openWithRetries } from "./open-with-retries.ts";
import { timeLimits } from "./time-limits.ts";

/** How one kind of server is asked, and how its answers are read. */
export interface WireFormat {
  /** Stands behind the base URL, for example `/chat/completions`. */
  readonly path: string;
  /** The body of a request as JSON text, or an error that names what cannot be sent. */
  toBody(params: CompletionStreamParams): string | LlmError;
  newAnswer(params: CompletionStreamParams): Answer;
  /** Told the headers of every response: what a server is shows there. */
  hear?(headers: Headers): void;
}

/** Asks a model server at once; neither part of what it gives throws or rejects. */
export function httpCompletion(
  options: ModelServerOptions,
  params: CompletionStreamParams,
  format: WireFormat,
): Completion {
  const deltas = new DeltaQueue<ChatDeltaEvent>();
  const completion = { stream: deltas.stream, final: complete({ options, params, format, deltas }) };
  // A server of one's own may not read the calls of its model, and nobody but its owner speaks through it.
  return readTextCalls(
    completion,
    params,
    takenTextCalls(options, isLoopback(options.baseUrl) ? "whole answers" : "none"),
  );
}

interface Asking {
  readonly options: ModelServerOptions;
  readonly params: CompletionStreamParams;
  readonly format: WireFormat;
  readonly deltas: DeltaQueue<ChatDeltaEvent>;
}

async function complete(asking: Asking): Promise<LlmCompletionResult> {
  const { options, params, format, deltas } = asking;
  const answer = format.newAnswer(params);
  const result = await ask(asking, answer).catch((reason: unknown) =>
    answer.fail({ code: "connection", message: `The request could not be made: ${String(reason)}` }),
  );
  deltas.push(answer.flush());
  const safe = toSafe(result, options);
  if (safe.finishReason === "error") deltas.push([{ type: "error", error: safe.error }]);
  deltas.close();
  return safe;
}

async function ask({ options, params, format, deltas }: Asking, answer: Answer): Promise<LlmCompletionResult> {
  const { signal } = params;
  const { target, credentials } = toTarget(options.baseUrl, format.path);
  const limits = timeLimits(options, target);
  const body = format.toBody(params);
  if (typeof body !== "string") return answer.fail(body);
  const opened = await openWithRetries({
    target,
    url: withoutQuery(target),
    model: options.model,
    headers: toHeaders(options, credentials),
    body,
    bodyAgain: () => {
      const again = format.toBody(params);
      return typeof again === "string" ? again : body;
    },
    fetch: options.fetch ?? fetch,
    signal,
    maxRetries: options.maxRetries ?? 2,
    firstRetryMs: options.firstRetryMs ?? 500,
    limits,
    hear: (headers) => format.hear?.(headers),
    onRetry: ({ delayMs, error }) => deltas.push([{ type: "retrying", delayMs, error: masked(error, options) }]),
  });
  if (opened.kind === "failed") return answer.fail(explained(opened.error, params));
  const size = answerSize(options, params);
  return readAnswer(opened.body, { answer, signal, limits, size, show: (events) => deltas.push(events) });
}

/** Servers refuse a request without messages in words that name none of ours. */
function explained(error: LlmError, { messages }: CompletionStreamParams): LlmError {
  if (error.status !== 400 || messages.length > 0) return error;
  return { ...error, message: `The request has no messages: give what the user says. ${error.message}` };
}

/** More than any model writes at once; without a bound, one that never ends would go on for hours. */
const MOST_TOKENS = 131_072;
const MOST_BYTES = 128 * 1024 * 1024;

function answerSize(options: ModelServerOptions, params: CompletionStreamParams): AnswerSize {
  const asked = params.maxTokens ?? params.max_tokens ?? 0;
  return {
    tokens: options.maxAnswerTokens ?? Math.max(MOST_TOKENS, asked),
    bytes: options.maxAnswerBytes ?? MOST_BYTES,
  };
}

function toHeaders({ apiKey, headers }: ModelServerOptions, credentials: string): Headers {
  const all = new Headers({ "content-type": "application/json", accept: "text/event-stream, application/json" });
  if (credentials !== "") all.set("authorization", toBasic(credentials));
  if (apiKey !== undefined && apiKey !== "") all.set("authorization", `Bearer ${apiKey}`);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return all;
}

/** Longer messages are cut: most of one may be a server's own text. */
const longestMessage = 500;

/** The result with no secret of the request and no long text of the server in what it says. */
function toSafe(result: LlmCompletionResult, options: ModelServerOptions): LlmCompletionResult {
  if (result.finishReason === "error") return { ...result, error: masked(result.error, options) };
  const { warnings } = result;
  return warnings === undefined ? result : { ...result, warnings: warnings.map((warning) => masked(warning, options)) };
}

function masked<Said extends Pick<LlmError, "message">>(
  said: Said,
  { apiKey, headers, baseUrl }: ModelServerOptions,
): Said {
  const { credentials } = toTarget(baseUrl, "");
  const password = credentials.slice(credentials.indexOf(":") + 1);
  const encoded = credentials === "" ? "" : toBasic(credentials).slice("Basic ".length);
  const mask = maskSecrets([apiKey ?? "", ...Object.values(headers ?? {}), password, encoded]);
  const message = mask(said.message).toWellFormed();
  return { ...said, message: message.length <= longestMessage ? message : `${message.slice(0, longestMessage - 1)}…` };
}

function withoutQuery(target: string): string {
  if (!URL.canParse(target)) return target;
  const { protocol, host, pathname } = new URL(target);
  return `${protocol}//${host}${pathname}`;
}

/** Where requests go. */
interface Target {
  readonly target: string;
  /** `name:password` of the base URL, decoded, or `""`. `fetch` takes no URL that holds them. */
  readonly credentials: string;
}

/** Parts a base URL into the address of a path behind it and the credentials in it. */
function toTarget(baseUrl: string, path: string): Target {
  const base = baseUrl.replace(/\/+$/, "");
  if (!URL.canParse(base)) return { target: `${base}${path}`, credentials: "" };
  const { username, password } = new URL(base);
  if (username === "" && password === "") return { target: `${base}${path}`, credentials: "" };
  const bare = base.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1");
  return { target: `${bare}${path}`, credentials: `${uriDecoded(username)}:${uriDecoded(password)}` };
}

/** The value of an `Authorization` header for `name:password` (RFC 7617, in UTF-8). */
function toBasic(credentials: string): string {
  const bytes = new TextEncoder().encode(credentials);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}
