import type { LlmError } from "@toolwright/core";
import { type Attempt, aborted, type HttpRequest, type OpenBody, openResponse } from "./open-response.ts";
import { backoff, longestRetryAfter } from "./retry-delay.ts";
import { withLimit } from "./with-limit.ts";

export interface RetryingRequest extends HttpRequest {
  readonly maxRetries: number;
  /** Milliseconds before the first retry when the server asks for no other wait. */
  readonly firstRetryMs: number;
}

export type Opened =
  | { readonly kind: "open"; readonly body: OpenBody }
  | { readonly kind: "failed"; readonly error: LlmError };

/** Sends the request, again where a retry can help, until an answer begins. Never rejects. */
export async function openWithRetries(request: RetryingRequest): Promise<Opened> {
  for (let attempt = 0; ; attempt++) {
    if (request.signal?.aborted === true) return { kind: "failed", error: aborted };
    const outcome = await openResponse(request);
    if (outcome.kind === "open" || !outcome.mayRetry || !(attempt < request.maxRetries)) return outcome;
    if ((outcome.retryAfterMs ?? 0) > longestRetryAfter) return { kind: "failed", error: withWait(outcome) };
    const ms = outcome.retryAfterMs ?? backoff(attempt, request.firstRetryMs);
    await withLimit(new Promise(() => undefined), { ms, signal: request.signal });
  }
}

function withWait({ error, retryAfterMs }: Extract<Attempt, { kind: "failed" }>): LlmError {
  const said = error.message.replace(/[^.!?]$/, "$&.");
  return { ...error, message: `${said} It asks to wait ${Math.ceil((retryAfterMs ?? 0) / 1000)} s.` };
}
