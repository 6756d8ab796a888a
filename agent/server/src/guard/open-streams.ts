import { within } from "../metrics/within.ts";

/** Milliseconds for the ends of runs that are on their way to their readers when the server closes. */
const GRACE_MS = 100;

/** The answers that are being given, counted. */
export class OpenStreams {
  readonly #limit: number;
  readonly #all: OpenStreams | undefined;
  readonly #ends = new Set<() => void>();
  #emptied = (): void => undefined;

  /** `all`: counts them together with those of others, and has a limit of its own. */
  constructor(limit: number, all?: OpenStreams) {
    this.#limit = limit;
    this.#all = all;
  }

  get count(): number {
    return this.#ends.size;
  }

  get isFull(): boolean {
    return this.count >= this.#limit || this.#all?.isFull === true;
  }

  /**
   * Counts one more, which `end` ends before its run has ended. Returns what is to be called once, when it was read or
   * its reader has left.
   */
  open(end: () => void): () => void {
    this.#ends.add(end);
    const close = this.#all?.open(end);
    return () => {
      this.#ends.delete(end);
      if (this.count === 0) this.#emptied();
      close?.();
    };
  }

  /** Ends those whose runs have not: their readers come again, to another server. */
  async close(): Promise<void> {
    if (this.count > 0) await within(GRACE_MS, () => this.#empty());
    for (const end of this.#ends) end();
  }

  #empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#emptied = resolve;
    });
  }
}
