import { type Interval, wilsonInterval } from "../../runtime/evals/src/report/wilson-interval.ts";

/** How often two arms met the same goals: both, the first alone, the second alone, neither. */
export interface Paired {
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly neither: number;
}

/** Newcombe's interval for the difference of two shares of the same trials (his tenth method). */
export function differenceInterval({ both, first, second, neither }: Paired): Interval {
  const tasks = both + first + second + neither;
  if (tasks === 0) return [-1, 1];
  const [ours, theirs] = [(both + first) / tasks, (both + second) / tasks];
  const [ourLow, ourHigh] = wilsonInterval(both + first, tasks);
  const [theirLow, theirHigh] = wilsonInterval(both + second, tasks);
  const phi = correlationOf({ both, first, second, neither });
  const reach = (one: number, other: number) => Math.sqrt(one ** 2 - 2 * phi * one * other + other ** 2);
  const difference = ours - theirs;
  return [difference - reach(ours - ourLow, theirHigh - theirs), difference + reach(ourHigh - ours, theirs - theirLow)];
}

function correlationOf({ both, first, second, neither }: Paired): number {
  const sums = (both + first) * (second + neither) * (both + second) * (first + neither);
  if (sums === 0) return 0;
  const product = both * neither - first * second;
  const tasks = both + first + second + neither;
  return (product > 0 ? Math.max(0, product - tasks / 2) : product) / Math.sqrt(sums);
}
