import fc from "fast-check";
import { expect, it } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

it("never lets more through than the burst and what has been added since", () => {
  const waits = fc.array(fc.nat({ max: 500 }), { maxLength: 200 });
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 50 }), (pauses, burst, perSecond) => {
      let now = 0;
      let taken = 0;
      const bucket = new TokenBucket({ burst, perSecond, now: () => now });
      for (const pause of pauses) {
        now += pause;
        if (bucket.take()) taken += 1;
        expect(taken).toBeLessThanOrEqual(burst + (now / 1000) * perSecond + 1e-6);
      }
    }),
  );
});

it("fills up again, up to the burst", () => {
  let now = 0;
  const bucket = new TokenBucket({ burst: 2, perSecond: 1, now: () => now });
  const takes = () => [bucket.take(), bucket.take(), bucket.take()];
  expect(takes()).toEqual([true, true, false]);
  now = 60_000;
  expect(takes()).toEqual([true, true, false]);
});
