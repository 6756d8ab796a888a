import type { LlmError } from "@toolwright/core";
import { describeConnection, describeStatus, type FailureContext, isInvalidAddress } from "./describe-failure.ts";
import { readRetryAfter } from "./retry-delay.ts";
import type { TimeLimits } from "./time-limits.ts";
import { type Waited, withLimit } from "./with-limit.ts";

export interface HttpRequest extends FailureContext {
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal | undefined;
  readonly limits: TimeLimits;
  /** Told the headers of every response. */
  hear(headers: Headers): void;
}

/** A body of which the first read has been made, so that it is known to arrive. */
export interface OpenBody {
  readonly first: ReadPiece;
  read(): Promise<ReadPiece>;
  /** Ends the request; what has not arrived is not waited for. */
  stop(): void;
}

export type ReadPiece = { readonly done: false; readonly value: Uint8Array } | { readonly done: true };

/** How one attempt to get an answer went. */
export type Attempt = { readonly kind: "open"; readonly body: OpenBody } | FailedAttempt;

export interface FailedAttempt {
  readonly kind: "failed";
  readonly error: LlmError;
  readonly mayRetry: boolean;
  readonly retryAfterMs?: number;
  /** The server is there and reads its model from disk: waiting is no retry. */
  readonly isLoading?: true;
}

const longestErrorBody = 64 * 1024;
const longestErrorWaitMs = 5_000;
const retriedStatuses = new Set([408, 409, 429]);

/** Sends the request once and waits for the first byte of its answer. Never rejects. */
export async function openResponse(request: HttpRequest): Promise<Attempt> {
  const { limits, signal } = request;
  const controller = new AbortController();
  const deadline = performance.now() + limits.firstByteMs;
  const sent = await withLimit(send(request, controller.signal), { ms: limits.firstByteMs, signal });
  if (sent.kind !== "value") return giveUp(sent, controller, { request, late: noHeaders(request) });
  request.hear(sent.value.headers);
  if (!sent.value.ok) return refused(sent.value, controller, request);
  const body = toBody(sent.value, controller);
  // Servers send the headers of a stream before the model has read its prompt: such an answer has begun.
  const ms = isEventStream(sent.value) ? limits.firstContentMs : Math.max(0, deadline - performance.now());
  const first = await withLimit(body.read(), { ms, signal });
  if (first.kind !== "value") return giveUp(first, controller, { request, late: noBody(request, sent.value) });
  return { kind: "open", body: { ...body, first: first.value } };
}

function isEventStream({ headers }: Response): boolean {
  return /^\s*text\/event-stream\b/i.test(headers.get("content-type") ?? "");
}

async function send(request: HttpRequest, signal: AbortSignal): Promise<Response> {
  // Not called as a method: a browser's own fetch refuses any other `this`.
  const { fetch: send, target, headers, body } = request;
  // Elsewhere nobody may read the conversation, nor a key that stands in a header of its own.
  return send(target, { method: "POST", headers, body, signal, redirect: "manual" });
}

function toBody(response: Response, controller: AbortController) {
  const reader = response.body?.getReader();
  return {
    async read(): Promise<ReadPiece> {
      const piece = await reader?.read();
      return piece === undefined || piece.done ? { done: true } : { done: false, value: piece.value };
    },
    stop(): void {
      // Cancelling a body that has failed rejects with that failure, which is known by then.
      reader?.cancel().catch(() => undefined);
      controller.abort();
    },
  };
}

function giveUp(
  waited: Exclude<Waited<unknown>, { kind: "value" }>,
  controller: AbortController,
  { request, late }: { readonly request: HttpRequest; readonly late: LlmError },
): Attempt {
  if (waited.kind === "failed") {
    // There is nothing to abort, and `linkedSignal` says what an abort would do in Node.
    const error = describeConnection(waited.reason, request);
    return { kind: "failed", error, mayRetry: !isInvalidAddress(waited.reason) };
  }
  controller.abort();
  return { kind: "failed", error: waited.kind === "aborted" ? aborted : late, mayRetry: false };
}

/** The error of a request that its caller stopped. */
export const aborted: LlmError = { code: "aborted", message: "The request was stopped." };

function noHeaders({ limits, url }: HttpRequest): LlmError {
  const message = `No answer came from ${url} within ${limits.firstByteMs / 1000} s, not even its headers: firstByteTimeoutMs is the limit.`;
  return { code: "timeout", message };
}

function noBody({ limits, url }: HttpRequest, response: Response): LlmError {
  const [ms, option] = isEventStream(response)
    ? [limits.firstContentMs, "betweenBytesTimeoutMs"]
    : [limits.firstByteMs, "firstByteTimeoutMs"];
  const message = `The headers came from ${url}, and nothing of the answer within ${ms / 1000} s: ${option} is the limit.`;
  return { code: "timeout", message };
}

async function refused(response: Response, controller: AbortController, request: HttpRequest): Promise<Attempt> {
  const { status, headers } = response;
  const text = headers.get("location") ?? (await readText(response, controller, request.signal));
  if (request.signal?.aborted === true) return { kind: "failed", error: aborted, mayRetry: false };
  const retryAfterMs = readRetryAfter(headers);
  return {
    kind: "failed",
    error: describeStatus(status, text, request),
    mayRetry: status >= 500 || retriedStatuses.has(status),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(status === 503 && /\bloading\b/i.test(text) ? { isLoading: true } : {}),
  };
}

/** The start of an error's body, as much as comes in time. */
async function readText(
  response: Response,
  controller: AbortController,
  signal: AbortSignal | undefined,
): Promise<string> {
  const body = toBody(response, controller);
  const decoder = new TextDecoder();
  let text = "";
  let left = longestErrorBody;
  const deadline = performance.now() + longestErrorWaitMs;
  while (left > 0) {
    const waited = await withLimit(body.read(), { ms: Math.max(0, deadline - performance.now()), signal });
    if (waited.kind !== "value" || waited.value.done) break;
    text += decoder.decode(waited.value.value.subarray(0, left), { stream: true });
    left -= waited.value.value.byteLength;
  }
  body.stop();
  return text;
}
