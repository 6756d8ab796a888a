import { StoreError } from "../../port/store-error.ts";
import { gatheringMs, type Patience } from "./patience.ts";
import { Writers } from "./writers.ts";

/** What is to be done with the next commit. */
interface Work<T> {
  readonly work: () => T;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
  /** How long it may wait for others, by the clock of `performance.now()`. */
  readonly until: number;
  /** What goes on only after what was queued before it in the same chain. */
  readonly chain: object | undefined;
}

/** The same, whatever it comes to. */
interface Queued {
  readonly until: number;
  readonly chain: object | undefined;
  readonly reject: (error: unknown) => void;
  work(): void;
  succeed(): void;
}

/**
 * Work that waits for the next commit. A class: of literals that outlive one collection the engine makes all later ones
 * old at once.
 */
class QueuedWork<T> implements Queued {
  readonly until: number;
  readonly chain: object | undefined;
  readonly #work: () => T;
  readonly #resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
  succeed = (): void => undefined;

  constructor({ work, resolve, reject, until, chain }: Work<T>) {
    this.chain = chain;
    this.until = until;
    this.#work = work;
    this.#resolve = resolve;
    this.reject = reject;
  }

  work(): void {
    const value = this.#work();
    this.succeed = () => this.#resolve(value);
  }
}

/** The connection that a queue writes by. */
interface Connection {
  readonly file: string;
  readonly patience: Patience;
  /** Begins a transaction, or gives the error to say where others keep the database locked for so many milliseconds. */
  begin(waitMs: number): unknown;
  /** Ends it with all of the work, or none. */
  committed(work: () => void): void;
}

/** Work of many that shares commits, in the order in which it came. */
export class CommitQueue {
  readonly #about: Connection;
  #queue: Queued[] = [];
  readonly #writers = new Writers();
  /** Set while the next commit waits for more writers. */
  #gathering: ReturnType<typeof setTimeout> | undefined;
  /** How long the last commit took: a slow disk holds everybody up less often when more is committed at once. */
  #lastFlushMs = 0;

  constructor(about: Connection) {
    this.#about = about;
  }

  /**
   * Work in a transaction together with whatever else is queued in this turn of the event loop: one wait for the disk
   * instead of many. While others keep the database locked it waits without holding the thread, in its order; it
   * rejects with `busy` when that has taken too long, and with it what was queued behind it in the same `chain`. The
   * work may be run twice, so it must touch nothing but the database.
   */
  add<T>(work: () => T, chain?: object): Promise<T> {
    const until = performance.now() + this.#about.patience.queuedMs;
    return new Promise<T>((resolve, reject) => {
      if (this.#queue.length === 0) setImmediate(() => this.#flushSoon());
      this.#queue.push(new QueuedWork({ work, resolve, reject, until, chain }));
      if (chain !== undefined) this.#writers.add(chain);
      if (this.#gathering !== undefined && !this.#writers.areAwaited) this.#flushNext();
    });
  }

  /** Where many write, a moment brings more of them together. */
  #flushSoon(): void {
    const gatherMs = this.#writers.areAwaited ? gatheringMs(this.#lastFlushMs) : 0;
    if (gatherMs > 0) this.#gathering = setTimeout(() => this.flush(), gatherMs);
    else this.flush();
  }

  #flushNext(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    setImmediate(() => this.flush());
  }

  /** Commits what is queued, now. `waitMs`: how long this thread may wait for others. */
  flush(waitMs = 0): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const queue = this.#queue.splice(0);
    if (queue.length === 0) return;
    this.#writers.commit();
    const began = performance.now();
    try {
      const locked = this.#about.begin(waitMs);
      if (locked !== undefined) {
        this.#waitFor(queue, locked);
        return;
      }
      this.#about.committed(() => {
        for (const queued of queue) queued.work();
      });
      this.#lastFlushMs = performance.now() - began;
    } catch (error) {
      if (queue.length === 1) queue[0]?.reject(error);
      else this.#oneByOne(queue);
      return;
    }
    for (const queued of queue) queued.succeed();
  }

  /** One bad piece of work must not take the others with it. */
  #oneByOne(queue: readonly Queued[]): void {
    for (const [index, queued] of queue.entries()) {
      try {
        const locked = this.#about.begin(0);
        if (locked !== undefined) {
          this.#waitFor(queue.slice(index), locked);
          return;
        }
        this.#about.committed(() => queued.work());
      } catch (error) {
        queued.reject(error);
        continue;
      }
      queued.succeed();
    }
  }

  /**
   * Others keep the database locked: work whose time is over fails, the rest is tried again before what comes later.
   */
  #waitFor(queue: readonly Queued[], locked: unknown): void {
    const now = performance.now();
    const broken = new Set<object>();
    const waiting = queue.filter((queued) => {
      const { until, chain = queued } = queued;
      if (until > now && !broken.has(chain)) return true;
      broken.add(chain);
      queued.reject(locked);
      return false;
    });
    this.#queue.unshift(...waiting);
    if (this.#queue.length > 0) setTimeout(() => this.flush(), this.#about.patience.retryMs);
  }

  /** Commits what is queued, and waits in this thread for that; what others keep from it is rejected with `busy`. */
  finish(): void {
    this.flush(this.#about.patience.queuedMs);
    const message = `Another process kept the database locked while it was closed: ${this.#about.file}.`;
    for (const queued of this.#queue.splice(0)) queued.reject(new StoreError("busy", message));
  }
}
