import { withLimit } from "../openai-compatible/http/with-limit.ts";

export interface WaitingTime {
  readonly ms: number;
  /** Of the error: all that has come by then, and the option that sets the time. */
  readonly message: string;
}

/** What is waited for, or a `TimeoutError` where it takes longer. */
export async function inTime<Value>(work: PromiseLike<Value>, { ms, message }: WaitingTime): Promise<Value> {
  const waited = await withLimit(Promise.resolve(work), { ms, signal: undefined });
  if (waited.kind === "value") return waited.value;
  throw waited.kind === "failed" ? waited.reason : new DOMException(message, "TimeoutError");
}
