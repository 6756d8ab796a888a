/** Measures the time inside `execute` on a monotonic clock. */
export class Stopwatch {
  #started: number | undefined;
  #elapsed: number | undefined;

  start(): void {
    this.#started = performance.now();
  }

  stop(): void {
    this.#elapsed = this.elapsed;
  }

  /** Milliseconds so far; 0 before the start. */
  get elapsed(): number {
    if (this.#elapsed !== undefined) return this.#elapsed;
    return this.#started === undefined ? 0 : performance.now() - this.#started;
  }
}
