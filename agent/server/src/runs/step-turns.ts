/** Steps of one turn of the event loop: with fewer of them commits hold less, with more of them readers wait longer. */
const AT_ONCE = 4;

/**
 * Steps ask their models one after the other, few in one turn of the event loop: between the steps of many runs goes
 * out what others wait for, and runs that share commits do not stay in step, so that each would wait for the work of
 * all.
 */
export class StepTurns {
  #waiting: (() => void)[] = [];
  #next = 0;

  /** Resolves when it is the caller's turn: those come first that asked first. */
  readonly turn = (): Promise<void> => {
    if (this.#waiting.length === 0) setImmediate(this.#give);
    return new Promise((resolve) => this.#waiting.push(resolve));
  };

  readonly #give = (): void => {
    for (const end = this.#next + AT_ONCE; this.#next < end; this.#next += 1) this.#waiting[this.#next]?.();
    if (this.#next < this.#waiting.length) {
      setImmediate(this.#give);
      return;
    }
    this.#waiting = [];
    this.#next = 0;
  };
}
