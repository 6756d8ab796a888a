import { MAX_TIMER_MS } from "../async/alarm.ts";
import { monotonicMs } from "../async/monotonic.ts";
import type { ActivityStream } from "../journal/activity-stream.ts";

/** Runs out when the run on a stream has worked so long: waiting for a person who was asked is no work. */
export class WorkTimer {
  readonly #timeUp = new AbortController();
  readonly #asked = new Set<string>();
  #leftMs: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, activity: ActivityStream) {
    this.#leftMs = ms;
    activity.subscribe("approval_request", ({ data }) => {
      this.#pause();
      this.#asked.add(data.toolCallId);
    });
    for (const type of ["approval_decision", "tool_call_end"] as const)
      activity.subscribe(type, ({ data }) => {
        if (this.#asked.delete(data.toolCallId) && this.#asked.size === 0) this.#goOn();
      });
    this.#goOn();
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.#timeUp.signal;
  }

  /** The run has ended. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#asked.clear();
  }

  #goOn(): void {
    if (this.#leftMs <= 0) {
      this.#timeUp.abort();
      return;
    }
    this.#since = monotonicMs();
    this.#timer = setTimeout(
      () => {
        this.#pause();
        this.#goOn();
      },
      Math.min(this.#leftMs, MAX_TIMER_MS),
    );
  }

  #pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= monotonicMs() - this.#since;
  }
}
