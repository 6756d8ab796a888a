import { isAborted, unwatchAbort, watchAbort } from "../async/abort.ts";
import type { Due } from "../async/alarm.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { hookFailure } from "../result/thrown.ts";
import { type AuthorisedCall, type Ended, endedAs } from "./call-states.ts";
import type { Running } from "./perform.ts";
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
 * Ends the wait for a call, once, when its time is up or its run is stopped: a hard deadline and a hard abort. Leaves
 * no timer and no listener behind.
 */
export class Deadline implements Due {
  dueMs = 0;
  readonly #timeoutMs: number;
  readonly #running: Running;
  #tell: ((reason: DOMException) => void) | undefined;
  #abort: (() => void) | undefined;

  constructor(timeoutMs: number, running: Running) {
    this.#timeoutMs = timeoutMs;
    this.#running = running;
  }

  /** What the work, which never rejects, comes to; or why nobody waits for it any more. */
  first(work: Promise<Ended>): Promise<Ended | DOMException> {
    const { scope } = this.#running;
    const { signal } = scope;
    return new Promise((resolve) => {
      this.#tell = resolve;
      // First what may throw: a signal may be none, and then no timer is left.
      if (signal !== undefined) {
        const abort = () => this.#stop(new DOMException("stopped before it had finished.", "AbortError"));
        watchAbort(signal, abort);
        this.#abort = abort;
      }
      this.dueMs = monotonicMs() + this.#timeoutMs;
      scope.alarm.add(this);
      scope.deadline = this;
      // A stop that has come by now counts before work that has ended by now.
      if (isAborted(signal)) this.#abort?.();
      void work.then(resolve);
    });
  }

  timeUp(): void {
    this.#stop(new DOMException(`timed out after ${this.#timeoutMs} ms; it may still be running.`, "TimeoutError"));
  }

  end(): void {
    const { scope } = this.#running;
    scope.alarm.delete(this);
    scope.deadline = undefined;
    if (scope.signal !== undefined && this.#abort !== undefined) unwatchAbort(scope.signal, this.#abort);
  }

  #stop(reason: DOMException): void {
    this.end();
    this.#tell?.(reason);
    this.#running.context.abort(reason);
  }
}
