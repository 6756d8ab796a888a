import { MAX_TIMER_MS } from "@toolwright/core/internal";

/** The time that a program may take, which stands still while people are asked. */
export class TimeLimit {
  readonly #over = new AbortController();
  readonly #stop = () => this.#over.abort();
  readonly #run: AbortSignal;
  #leftMs: number;
  #since = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `timeoutMs`: undefined where there is no limit. `run`: aborted when the run is stopped. */
  constructor(timeoutMs: number | undefined, run: AbortSignal) {
    this.#leftMs = timeoutMs ?? Number.POSITIVE_INFINITY;
    this.#run = run;
    this.go();
    if (run.aborted) this.#stop();
    else run.addEventListener("abort", this.#stop);
  }

  /**
   * Aborted when the time is up or the run is stopped. `AbortSignal.any` would hold both weakly, and what is held so
   * becomes old in V8, with all that hangs on it: the whole run.
   */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  go(): void {
    if (this.#leftMs > MAX_TIMER_MS) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#stop, this.#leftMs);
  }

  stand(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#since));
  }

  /** The program has ended. A question of it may be taken back later, and sets no timer. */
  end(): void {
    this.stand();
    this.#leftMs = Number.POSITIVE_INFINITY;
    this.#run.removeEventListener("abort", this.#stop);
  }
}
