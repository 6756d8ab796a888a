/**
 * Steps begin one after the other, each in a turn of the event loop of its own: between the steps of many runs goes out
 * what others wait for, and runs that were begun together do not stay in step, so that each would wait for the work of
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
    this.#waiting[this.#next]?.();
    this.#next += 1;
    if (this.#next < this.#waiting.length) {
      setImmediate(this.#give);
      return;
    }
    this.#waiting = [];
    this.#next = 0;
  };
}
