import { monotonicMs } from "./monotonic.ts";

/** Measures one stretch of time, on a clock that never goes back. */
export class Stopwatch {
  #started: number | undefined;
  #elapsed: number | undefined;

  start(): void {
    this.#started = monotonicMs();
  }

  /** The first stop counts. */
  stop(): void {
    this.#elapsed = this.elapsed;
  }

  /** Milliseconds so far; 0 before the start. */
  get elapsed(): number {
    if (this.#elapsed !== undefined) return this.#elapsed;
    return this.#started === undefined ? 0 : monotonicMs() - this.#started;
  }
}
