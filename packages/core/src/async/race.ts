import { unwatchAbort, watchAbort } from "./abort.ts";

/** How long a tool that listens to its signal may take to say how far it got. Well inside the 50 ms that a stop may take. */
const GRACE_MS = 20;

/** What ended a race first. */
export type Settled<T> = { readonly ended: "in_time"; readonly value: T } | StoppedEarly<T>;

/** Time was up first. `late` came within the grace. */
export interface StoppedEarly<T> {
  readonly ended: "timeout" | "aborted";
  readonly late: T | undefined;
}

export interface SettleByOptions<T, R> {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** What the wait comes to. Called once; what it throws, `settleBy` rejects with. */
  readonly settle: (settled: Settled<T>) => R | Promise<R>;
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
export function settleBy<T, R>(work: Promise<T>, options: SettleByOptions<T, R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const race = new Race<T, R>(options, resolve, reject);
    void work.then((value) => race.arrive(value));
  });
}

class Race<T, R> {
  readonly #options: SettleByOptions<T, R>;
  readonly #resolve: (result: R | Promise<R>) => void;
  readonly #reject: (error: unknown) => void;
  readonly #aborted = () => this.#end("aborted");
  #timer: ReturnType<typeof setTimeout>;
  /** Why the grace is running; undefined until then. */
  #ended: "timeout" | "aborted" | undefined;
  #isOver = false;

  constructor(
    options: SettleByOptions<T, R>,
    resolve: (result: R | Promise<R>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    const { timeoutMs, signal } = options;
    // First what may throw: a signal may be none, and then no timer is left.
    if (signal !== undefined) watchAbort(signal, this.#aborted);
    this.#timer = setTimeout(() => this.#end("timeout"), Math.min(timeoutMs, MAX_TIMER_MS));
    if (signal?.aborted) this.#end("aborted");
  }

  arrive(value: T): void {
    if (this.#isOver) this.#options.onLate(value);
    else this.#finish(this.#ended === undefined ? { ended: "in_time", value } : { ended: this.#ended, late: value });
  }

  #end(why: "timeout" | "aborted"): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#clear();
    this.#options.onEnd(why);
    this.#timer = setTimeout(() => this.#finish({ ended: why, late: undefined }), GRACE_MS);
  }

  #finish(settled: Settled<T>): void {
    this.#isOver = true;
    try {
      this.#clear();
      this.#resolve(this.#options.settle(settled));
    } catch (error) {
      this.#reject(error);
    }
  }

  #clear(): void {
    clearTimeout(this.#timer);
    if (this.#options.signal !== undefined) unwatchAbort(this.#options.signal, this.#aborted);
  }
}
