import type { ThreadSummary } from "@toolwright/view";
import { titleOf } from "./title-of.ts";

/** Tells forks of one title apart: 2 for the one that was made second, and so on. The first has no number. */
export function forkNumbers(threads: readonly ThreadSummary[]): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  const numbers = new Map<string, number>();
  const forks = threads.filter(({ forkedFrom }) => forkedFrom !== undefined);
  for (const fork of forks.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const number = (made.get(titleOf(fork)) ?? 0) + 1;
    made.set(titleOf(fork), number);
    if (number > 1) numbers.set(fork.id, number);
  }
  return numbers;
}
