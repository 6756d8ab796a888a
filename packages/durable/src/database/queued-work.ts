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
export interface Queued {
  readonly until: number;
  readonly chain: object | undefined;
  readonly reject: (error: unknown) => void;
  work(): void;
  succeed(): void;
}

/** Work that waits for the next commit. A class: of literals that outlive one collection the engine makes all later ones old at once. */
export class QueuedWork<T> implements Queued {
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
