import type { LlmError } from "@toolwright/core";
import { describeConnection, describeStatus, type FailureContext, isInvalidAddress } from "./describe-failure.ts";
import { readRetryAfter } from "./retry-delay.ts";
import { type Waited, withLimit } from "./with-limit.ts";

export interface HttpRequest extends FailureContext {
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds from sending to the first byte of the answer's body. */
  readonly firstByteMs: number;
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
export type Attempt =
  | { readonly kind: "open"; readonly body: OpenBody }
  | { readonly kind: "failed"; readonly error: LlmError; readonly mayRetry: boolean; readonly retryAfterMs?: number };

const longestErrorBody = 64 * 1024;
const longestErrorWaitMs = 5_000;
const retriedStatuses = new Set([408, 409, 429]);

/** Sends the request once and waits for the first byte of its answer. Never rejects. */
export async function openResponse(request: HttpRequest): Promise<Attempt> {
  const controller = new AbortController();
  const deadline = performance.now() + request.firstByteMs;
  const limit = () => ({ ms: Math.max(0, deadline - performance.now()), signal: request.signal });
  const sent = await withLimit(send(request, controller.signal), limit());
  if (sent.kind !== "value") return giveUp(sent, controller, request);
  if (!sent.value.ok) return refused(sent.value, controller, request);
  const body = toBody(sent.value, controller);
  const first = await withLimit(body.read(), limit());
  if (first.kind !== "value") return giveUp(first, controller, request);
  return { kind: "open", body: { ...body, first: first.value } };
}

async function send(request: HttpRequest, signal: AbortSignal): Promise<Response> {
  // Not called as a method: a browser's own fetch refuses any other `this`.
  const { fetch: send, target, headers, body } = request;
  return send(target, { method: "POST", headers, body, signal });
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
  request: HttpRequest,
): Attempt {
  controller.abort();
  if (waited.kind === "failed") {
    const error = describeConnection(waited.reason, request);
    return { kind: "failed", error, mayRetry: !isInvalidAddress(waited.reason) };
  }
  return { kind: "failed", error: waited.kind === "aborted" ? aborted : tooLate(request), mayRetry: false };
}

/** The error of a request that its caller stopped. */
export const aborted: LlmError = { code: "aborted", message: "The request was stopped." };

function tooLate({ firstByteMs, url }: HttpRequest): LlmError {
  return { code: "timeout", message: `No answer came from ${url} within ${firstByteMs / 1000} s.` };
}

async function refused(response: Response, controller: AbortController, request: HttpRequest): Promise<Attempt> {
  const { status, headers } = response;
  const text = await readText(response, controller, request.signal);
  if (request.signal?.aborted === true) return { kind: "failed", error: aborted, mayRetry: false };
  const retryAfterMs = readRetryAfter(headers);
  return {
    kind: "failed",
    error: describeStatus(status, text, request),
    mayRetry: status >= 500 || retriedStatuses.has(status),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
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
