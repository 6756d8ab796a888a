/** How fast a {@link TokenBucket} lets requests through. */
export interface BucketOptions {
  /** Requests at once. */
  readonly burst: number;
  readonly perSecond: number;
  /** Milliseconds on a monotonic clock. */
  readonly now?: () => number;
}

/** Lets a burst through, then so many a second. */
export class TokenBucket {
  readonly #options: BucketOptions;
  #tokens: number;
  #last: number;

  constructor(options: BucketOptions) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#last = this.#now();
  }

  take(): boolean {
    const { burst, perSecond } = this.#options;
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#last) / 1000) * perSecond);
    this.#last = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #now(): number {
    return (this.#options.now ?? (() => performance.now()))();
  }
}
