import { expect, it } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

// 81 of 263 is the example of R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998.
it.each([
  [81, 263, [0.2553, 0.3662]],
  [0, 20, [0, 0.1611]],
  [20, 20, [0.8389, 1]],
  [0, 0, [0, 1]],
])("%i of %i", (passed, trials, interval) => {
  expect(wilsonInterval(passed, trials).map((share) => Number(share.toFixed(4)))).toEqual(interval);
});
