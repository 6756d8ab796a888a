import { LONGEST_TIMER_MS } from "../slow-timer.ts";

/** The time that a program may take, which stands still while people are asked. */
export class TimeLimit {
  readonly #up = new AbortController();
  #leftMs: number;
  #since = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `timeoutMs`: undefined where there is no limit. */
  constructor(timeoutMs: number | undefined) {
    this.#leftMs = timeoutMs ?? Number.POSITIVE_INFINITY;
    this.go();
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.#up.signal;
  }

  go(): void {
    if (this.#leftMs > LONGEST_TIMER_MS) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#up.abort(), this.#leftMs);
  }

  stand(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#since));
  }

  /** The program has ended. A question of it may be taken back later, and sets no timer. */
  end(): void {
    this.stand();
    this.#leftMs = Number.POSITIVE_INFINITY;
  }
}
