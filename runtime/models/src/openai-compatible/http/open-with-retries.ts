import type { LlmError } from "@toolwright/core";
import {
  type Attempt,
  aborted,
  type FailedAttempt,
  type HttpRequest,
  type OpenBody,
  openResponse,
} from "./open-response.ts";
import { backoff, longestRetryAfter } from "./retry-delay.ts";
import { passed } from "./with-limit.ts";

export interface RetryingRequest extends HttpRequest {
  readonly maxRetries: number;
  /** Milliseconds before the first retry when the server asks for no other wait. */
  readonly firstRetryMs: number;
  /** The body once more, by what the server has turned out to be. */
  bodyAgain(): string;
  /** Told before each wait. */
  readonly onRetry?: (retry: { readonly delayMs: number; readonly error: LlmError }) => void;
}

export type Opened =
  | { readonly kind: "open"; readonly body: OpenBody }
  | { readonly kind: "failed"; readonly error: LlmError };

/** Sends the request, again where a retry can help, until an answer begins. Never rejects. */
export async function openWithRetries(request: RetryingRequest): Promise<Opened> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await openWhenLoaded(request);
    if (outcome.kind === "open" || !outcome.mayRetry || !(attempt < request.maxRetries)) return outcome;
    if ((outcome.retryAfterMs ?? 0) > longestRetryAfter) return { kind: "failed", error: withWait(outcome) };
    const ms = outcome.retryAfterMs ?? backoff(attempt, request.firstRetryMs);
    request.onRetry?.({ delayMs: Math.round(ms), error: outcome.error });
    if (!(await passed(ms, request.signal))) return { kind: "failed", error: aborted };
  }
}

/** The longest wait between two questions to a server that loads its model, in milliseconds. */
const longestLoadingWait = 2_000;

/** Asks until the server has its model, within the limit for that. */
async function openWhenLoaded(request: RetryingRequest): Promise<Attempt> {
  const { limits, firstRetryMs, signal } = request;
  const deadline = performance.now() + limits.loadingMs;
  for (let asked = 0; ; asked++) {
    if (signal?.aborted === true) return { kind: "failed", error: aborted, mayRetry: false };
    const outcome = await openResponse(asked === 0 ? request : { ...request, body: request.bodyAgain() });
    if (outcome.kind === "open" || outcome.isLoading !== true) return outcome;
    const left = deadline - performance.now();
    if (left <= 0) return stillLoading(outcome, limits.loadingMs);
    // Whatever it asks for, it is not asked without a pause.
    const wanted = Math.max(outcome.retryAfterMs ?? 0, backoff(asked, firstRetryMs));
    const ms = Math.min(wanted, longestLoadingWait, left);
    await passed(ms, signal);
  }
}

function stillLoading({ error }: FailedAttempt, ms: number): Attempt {
  const message = `The server was still loading its model after ${ms / 1000} s: loadingTimeoutMs is the limit.`;
  return { kind: "failed", error: { ...error, message }, mayRetry: false };
}

function withWait({ error, retryAfterMs }: FailedAttempt): LlmError {
  const said = error.message.replace(/[^.!?]$/, "$&.");
  return { ...error, message: `${said} It asks to wait ${Math.ceil((retryAfterMs ?? 0) / 1000)} s.` };
}
