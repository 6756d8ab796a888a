import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differenceInterval } from "./intervals.ts";

const rounded = (numbers: readonly number[]) => numbers.map((number) => Number(number.toFixed(4)));
const count = fc.nat({ max: 200 });

describe("the interval of a paired difference", () => {
  it("is Newcombe's, as in his paper", () => {
    expect(rounded(differenceInterval({ both: 36, first: 12, second: 2, neither: 0 }))).toEqual([0.0569, 0.3404]);
  });

  it("holds the difference, stays between -1 and 1, and turns round with the arms", () => {
    fc.assert(
      fc.property(count, count, count, count, (both, first, second, neither) => {
        fc.pre(both + first + second + neither > 0);
        const [low, high] = differenceInterval({ both, first, second, neither });
        const difference = (first - second) / (both + first + second + neither);
        expect(low).toBeLessThanOrEqual(difference + 1e-9);
        expect(high).toBeGreaterThanOrEqual(difference - 1e-9);
        expect(Math.min(low, -high)).toBeGreaterThanOrEqual(-1 - 1e-9);
        const [otherLow, otherHigh] = differenceInterval({ both, first: second, second: first, neither });
        expect(otherLow).toBeCloseTo(-high, 9);
        expect(otherHigh).toBeCloseTo(-low, 9);
      }),
    );
  });
});
