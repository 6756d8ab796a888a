import { monotonicMs } from "../async/monotonic.ts";
import type { RestingPlace } from "../tool/resting.ts";
import type { Tool } from "../tool/tool.ts";
import type { Scope } from "./scope.ts";

/** How many calls run together, of those that share their time. With one place the order is strictly sequential. */
export function placesIn({ options }: Scope): number {
  return Math.max(1, options.maxConcurrency ?? 8);
}

/** A declared read, or a tool that sees to it itself, shares its time with others. */
export function sharesTime({ effects, spec }: Tool): boolean {
  return effects.kind === "read" || spec.concurrent === true;
}

/** So many calls may rest, for each that runs: what a call holds while it waits is memory. */
const RESTING = 31;

/**
 * The places of a step, for which one call at a time waits: a read, or a call of a `concurrent` tool, takes one of
 * them, any other call all. A call that only waits for what others do rests: it leaves its place to the next, and goes
 * on when there is one, before a new call does.
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

  /** Takes one place where there is one; else false. */
  takeOne(): boolean {
    if (!this.#hasPlace) return false;
    this.#taken += 1;
    return true;
  }

  /** Takes one place, as soon as there is one. */
  async waitForOne(): Promise<void> {
    await this.#until(() => this.takeOne());
  }

  /** Takes the other places too where no other call holds one; else false. */
  takeRest(): boolean {
    if (this.#taken > 1) return false;
    this.#taken = this.#width;
    return true;
  }

  /** Takes the other places too, as soon as every other call has settled. Returns the milliseconds that this took. */
  async waitForRest(): Promise<number> {
    const asked = monotonicMs();
    await this.#until(() => this.takeRest());
    return monotonicMs() - asked;
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
