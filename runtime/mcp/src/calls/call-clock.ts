/** The deadline of a call, which stands still while a person thinks. */
export class CallClock {
  readonly #ended = new AbortController();
  readonly #timeoutMs: number;
  readonly signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  #left: number;
  #since = 0;
  #pauses = 0;

  constructor(timeoutMs: number, stopped: AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.#left = timeoutMs;
    this.signal = AbortSignal.any([stopped, this.#ended.signal]);
    this.#run();
  }

  /** Undefined until the time is up. */
  get overdue(): string | undefined {
    if (!this.#ended.signal.aborted) return undefined;
    return `timed out after ${this.#timeoutMs} ms; it may still be running.`;
  }

  /** Does what is no part of the call's time. */
  async paused<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    if (this.#pauses === 1) this.#stop();
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) this.#run();
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#ended.abort(), this.#left);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#left = Math.max(1, this.#left - (performance.now() - this.#since));
  }
}
