import { monotonicMs } from "../async/monotonic.ts";
import type { RestingPlace } from "../tool/resting.ts";

/** So many calls may rest, for each that runs: what a call holds while it waits is memory. */
const RESTING = 31;

/**
 * The places of a step, for which one call at a time waits: a read takes one of them, any other call all. A call that
 * only waits for what others do rests: it leaves its place to the next, and goes on when there is one, before a new
 * call does.
 */
export class Slots implements RestingPlace {
  readonly #width: number;
  /** By calls that have not settled, also by those that rest. */
  #taken = 0;
  #resting = 0;
  /** Wake the calls that have rested and wait for a place. */
  readonly #rested: (() => void)[] = [];
  /** Wakes the call that waits to take. */
  #wake: (() => void) | undefined;

  constructor(width: number) {
    this.#width = width;
  }

  /** Takes one place, as soon as there is one. */
  async take(): Promise<void> {
    await this.#until(() => this.#hasPlace);
    this.#taken += 1;
  }

  /** Takes the other places too, as soon as every other call has settled. Returns the milliseconds that this took. */
  async takeAll(): Promise<number> {
    const isAlone = this.#taken === 1;
    const asked = isAlone ? 0 : monotonicMs();
    await this.#until(() => this.#taken === 1);
    this.#taken = this.#width;
    return isAlone ? 0 : monotonicMs() - asked;
  }

  give(count: number): void {
    this.#taken -= count;
    this.#changed();
  }

  async rest<T>(waited: Promise<T>): Promise<T> {
    if (this.#resting >= this.#width * RESTING) return waited;
    this.#resting += 1;
    this.#changed();
    try {
      return await waited;
    } finally {
      await new Promise<void>((resolve) => {
        this.#rested.push(resolve);
        this.#changed();
      });
    }
  }

  get #hasPlace(): boolean {
    return this.#taken - this.#resting < this.#width;
  }

  async #until(isDue: () => boolean): Promise<void> {
    while (!isDue()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #changed(): void {
    while (this.#hasPlace && this.#rested.length > 0) {
      this.#resting -= 1;
      this.#rested.shift()?.();
    }
    this.#wake?.();
  }
}
