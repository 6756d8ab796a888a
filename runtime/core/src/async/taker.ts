import type { MaybePromise } from "./and-then.ts";

/**
 * Who is given what is not there yet. A promise, and the turn of waiting for it, cost as much as the rest of a small call: who has a
 * taker returns undefined in place of one, and gives later, once.
 */
export interface Taker<T> {
  take(given: MaybePromise<T>): void;
}

/** What work gives at once, or a promise of what it gives later. */
export function promised<T>(work: (taker: Taker<T>) => MaybePromise<T> | undefined): MaybePromise<T> {
  let take: Taker<T>["take"] | undefined;
  const now = work({ take: (given) => take?.(given) });
  return now ?? new Promise((resolve) => (take = resolve));
}
