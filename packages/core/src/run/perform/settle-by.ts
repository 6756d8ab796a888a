import { unwatchAbort, watchAbort } from "./watch-abort.ts";

/** How long a tool that listens to its signal may take to say how far it got. Well inside the 50 ms of system.md. */
const GRACE_MS = 20;

/** What ended a race first. */
export type Settled<T> =
  | { readonly ended: "in_time"; readonly value: T }
  | { readonly ended: "timeout" | "aborted"; readonly late: T | undefined };

export interface SettleByOptions<T> {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called at once when time is up: the moment to abort the work. */
  readonly onEnd: (why: "timeout" | "aborted") => void;
  /** Called once with a value that came after the call had settled. */
  readonly onLate: (value: T) => void;
}

/** Longest delay a timer can hold; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits for work that never rejects, but no longer than the deadline or the abort, plus a short grace.
 * Leaves no timer and no listener behind.
 */
export function settleBy<T>(work: Promise<T>, options: SettleByOptions<T>): Promise<Settled<T>> {
  const { timeoutMs, signal, onEnd, onLate } = options;
  return new Promise((resolve) => {
    let state: "running" | "ending" | "over" = "running";
    const end = (why: "timeout" | "aborted") => {
      if (state !== "running") return;
      state = "ending";
      clear();
      onEnd(why);
      timer = setTimeout(() => finish({ ended: why, late: undefined }), GRACE_MS);
      ended = why;
    };
    const aborted = () => end("aborted");
    const finish = (settled: Settled<T>) => {
      state = "over";
      clear();
      resolve(settled);
    };
    const clear = () => {
      clearTimeout(timer);
      if (signal !== undefined) unwatchAbort(signal, aborted);
    };
    let ended: "timeout" | "aborted" = "timeout";
    let timer = setTimeout(() => end("timeout"), Math.min(timeoutMs, MAX_TIMER_MS));
    if (signal !== undefined) watchAbort(signal, aborted);
    void work.then((value) => {
      if (state === "over") onLate(value);
      else finish(state === "running" ? { ended: "in_time", value } : { ended, late: value });
    });
    if (signal?.aborted) end("aborted");
  });
}
