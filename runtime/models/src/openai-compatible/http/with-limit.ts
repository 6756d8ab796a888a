import { MAX_TIMER_MS } from "@toolwright/core/internal";

/** How waiting ended. */
export type Waited<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "failed"; readonly reason: unknown }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted" };

export interface Limit {
  /** Milliseconds; more than a timer can count is the longest that it can. */
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
}

/** Waits for the work, the time or the signal, whichever is first; leaves no timer and no listener. */
export function withLimit<Value>(work: Promise<Value>, { ms, signal }: Limit): Promise<Waited<Value>> {
  return new Promise((resolve) => {
    const onAbort = () => finish({ kind: "aborted" });
    const timer = setTimeout(() => finish({ kind: "timeout" }), Math.min(ms, MAX_TIMER_MS));
    signal?.addEventListener("abort", onAbort);
    work.then(
      (value) => finish({ kind: "value", value }),
      (reason: unknown) => finish({ kind: "failed", reason }),
    );
    if (signal?.aborted === true) onAbort();

    function finish(waited: Waited<Value>): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve(waited);
    }
  });
}

/** False when the signal was aborted before the time was over. */
export async function passed(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  const waited = await withLimit(new Promise(() => undefined), { ms, signal });
  return waited.kind !== "aborted";
}
