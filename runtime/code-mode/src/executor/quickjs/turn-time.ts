import type { Turn } from "../program-executor.ts";
import { computingTime } from "./computing-time.ts";

/** Why a program was ended from outside. */
export type Failure = NonNullable<Turn["failed"]>;

/** Passes through the machine, where nothing can catch an error of the host. The machine is of no use then. */
export class Ended extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(`The program was ended: ${failure}`);
    this.failure = failure;
  }
}

export interface TurnTimeOptions {
  /** Milliseconds that all turns of a program may compute together. */
  readonly mostMs: number;
  /** Asked again and again while the program computes. */
  readonly isStopped: () => boolean;
}

/** How long the turns of a program compute, and the end of one that computes for too long or is stopped. */
export class TurnTime {
  readonly #options: TurnTimeOptions;
  #usedMs = 0;
  /** When the turn began that computes now. */
  #startMs: number | undefined;

  constructor(options: TurnTimeOptions) {
    this.#options = options;
  }

  start(): void {
    this.#startMs = computingTime();
  }

  /** Milliseconds that the turn has computed. */
  stop(): number {
    const turnMs = this.#turnMs;
    this.#usedMs += turnMs;
    this.#startMs = undefined;
    return turnMs;
  }

  /** Throws `Ended` where the program must not go on; outside of a turn it may. */
  check(): void {
    if (this.#startMs === undefined) return;
    if (this.#options.isStopped()) throw new Ended("stopped");
    if (this.#usedMs + this.#turnMs > this.#options.mostMs) throw new Ended("cpu");
  }

  get #turnMs(): number {
    return this.#startMs === undefined ? 0 : computingTime() - this.#startMs;
  }
}
