import { isAborted, unwatchAbort, watchAbort } from "../async/abort.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { hookFailure } from "../result/thrown.ts";
import { type AuthorisedCall, type Ended, endedAs } from "./call-states.ts";
import type { Scope } from "./scope.ts";

/** Default deadline of a call in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** The deadline of a call in milliseconds; its end where the tool fails to say how many. */
export function deadlineOf({ tool, input }: AuthorisedCall, scope: Scope): number | Ended {
  const fallback = isDeadline(scope.options.timeoutMs) ? scope.options.timeoutMs : DEFAULT_TIMEOUT_MS;
  const { replays, timeoutMs = replays ? Number.MAX_SAFE_INTEGER : fallback } = tool.spec;
  try {
    const declared = typeof timeoutMs === "number" ? timeoutMs : timeoutMs(input);
    return isDeadline(declared) ? declared : fallback;
  } catch (thrown) {
    return endedAs("failed", hookFailure("timeoutMs", thrown, scope));
  }
}

function isDeadline(value: number | undefined): value is number {
  return typeof value === "number" && value > 0;
}

/**
 * How long a tool that listens to its signal may take to say how far it got. Well inside the 50 ms that a stop may
 * take.
 */
const GRACE_MS = 20;

/** What ends the wait for a call. */
export interface Limits {
  readonly timeoutMs: number;
  /** Of the call. */
  readonly scope: Scope;
  /** Told once, in the moment in which the time is up or the run is stopped. */
  readonly onStop: (reason: DOMException) => void;
  /** Given what the work comes to when nobody waits for it any more. */
  readonly onLate: (ended: Ended) => void;
}

/** What the work came to: before anything stopped it, within the grace after that, or not yet. */
export type Raced =
  | { readonly reason: undefined; readonly ended: Ended }
  | { readonly reason: DOMException; readonly ended: Ended | undefined };

/**
 * Waits for work, which never rejects, under a hard deadline and a hard abort. Leaves no timer and no listener behind.
 */
export async function withinDeadline(work: Promise<Ended>, limits: Limits): Promise<Raced> {
  let unwatch = () => {};
  const first = await new Promise<DOMException | Ended>((resolve) => {
    // A stop that has come by now counts before work that has ended by now.
    unwatch = watchForStop(limits, resolve);
    void work.then(resolve);
  });
  unwatch();
  if ("stage" in first) return { reason: undefined, ended: first };
  const ended = await withinGrace(work);
  if (ended === undefined) void work.then(limits.onLate);
  return { reason: first, ended };
}

/** Tells the reason once, when the time is up or the run is stopped. Returns the function that ends the watch. */
function watchForStop({ timeoutMs, scope, onStop }: Limits, tell: (reason: DOMException) => void): () => void {
  const { signal, alarm } = scope;
  const stop = (reason: DOMException) => {
    unwatch();
    tell(reason);
    onStop(reason);
  };
  const abort = () => stop(new DOMException("stopped before it had finished.", "AbortError"));
  const due = {
    dueMs: monotonicMs() + timeoutMs,
    timeUp: () => stop(new DOMException(`timed out after ${timeoutMs} ms; it may still be running.`, "TimeoutError")),
  };
  const unwatch = () => {
    alarm.delete(due);
    scope.deadline = undefined;
    if (signal !== undefined) unwatchAbort(signal, abort);
  };
  // First what may throw: a signal may be none, and then no timer is left.
  if (signal !== undefined) watchAbort(signal, abort);
  alarm.add(due);
  scope.deadline = due;
  if (isAborted(signal)) abort();
  return unwatch;
}

async function withinGrace(work: Promise<Ended>): Promise<Ended | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS, undefined);
  });
  const ended = await Promise.race([work, over]);
  clearTimeout(timer);
  return ended;
}
