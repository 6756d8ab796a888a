import { differenceInterval } from "./intervals.ts";
import type { Row } from "./rows.ts";

/** Two arms, over the tasks that both of them did. */
export interface Pair {
  readonly tasks: number;
  /** Goals met by the first alone, and by the second alone. */
  readonly first: number;
  readonly second: number;
  /** The share of the first less that of the second, which lies between these with 95 %. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

export function pairOf(rows: readonly Row[], others: readonly Row[]): Pair {
  const theirs = new Map(others.map((row) => [row.task, row.isMet]));
  const shared = rows.filter(({ task }) => theirs.has(task));
  const count = (ours: boolean, other: boolean) =>
    shared.filter(({ task, isMet }) => isMet === ours && theirs.get(task) === other).length;
  const paired = { both: count(true, true), first: count(true, false), second: count(false, true) };
  const [low, high] = differenceInterval({ ...paired, neither: count(false, false) });
  const { first, second } = paired;
  const difference = shared.length === 0 ? 0 : (first - second) / shared.length;
  return { tasks: shared.length, first, second, difference, low, high };
}

/** One line for a person: `small − plain over 40 tasks: +0.075, between -0.061 and 0.211 (…)`. */
export function tellPair(one: string, other: string, pair: Pair): string {
  const [difference, low, high] = [pair.difference, pair.low, pair.high].map((share) => share.toFixed(3));
  const sign = pair.difference > 0 ? "+" : "";
  const alone = `met by ${one} alone: ${pair.first}, by ${other} alone: ${pair.second}`;
  return `${one} − ${other} over ${pair.tasks} tasks: ${sign}${difference}, between ${low} and ${high} (${alone})`;
}
