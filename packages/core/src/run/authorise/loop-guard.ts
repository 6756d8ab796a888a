import type { CallKey } from "../call-key.ts";

/** A call that came to the same outcome so often in a row is not run again (system.md, "The loop"). */
const ALLOWED = 4;

/** Notices a model that makes one call for ever. */
export class LoopGuard {
  #key: CallKey | undefined;
  #outcome: string | undefined;
  #count = 0;

  /** True when this call was made four times in a row and always came to the same. */
  forbids(key: CallKey): boolean {
    return this.#count >= ALLOWED && key.equals(this.#key);
  }

  /** How often this call has come to this outcome in a row, itself included. `undefined`: the outcome is known to be the same. */
  record(key: CallKey, outcome: string | undefined): number {
    const same = key.equals(this.#key) && (outcome === undefined || outcome === this.#outcome);
    this.#count = same ? this.#count + 1 : 1;
    this.#key = key;
    if (outcome !== undefined) this.#outcome = outcome;
    return this.#count;
  }
}
