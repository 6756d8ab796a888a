/** A call is noted when it comes for the third time in a row with the same outcome, and not run the fifth time. */
const NOTED = 3;
const ALLOWED = 4;

/** Notices a model that makes one call for ever. */
export class LoopGuard {
  #key: string | undefined;
  #outcome: string | undefined;
  #count = 0;

  /** True when this call was made four times in a row and always came to the same. */
  forbids(key: string): boolean {
    return key === this.#key && this.#count >= ALLOWED;
  }

  /** How often this call has come to this outcome in a row, itself included. `undefined`: the outcome is known to be the same. */
  record(key: string, outcome: string | undefined): number {
    const same = key === this.#key && (outcome === undefined || outcome === this.#outcome);
    this.#count = same ? this.#count + 1 : 1;
    this.#key = key;
    if (outcome !== undefined) this.#outcome = outcome;
    return this.#count;
  }

  /** What the model is told the third time, else nothing. */
  noteFor(count: number): string | undefined {
    if (count !== NOTED) return undefined;
    return `[The same call came to the same result ${NOTED} times in a row. Change the arguments or go on without it: the run stops if it is repeated twice more.]`;
  }
}
