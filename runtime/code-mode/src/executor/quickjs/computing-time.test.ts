import { expect, test } from "vitest";
import { computingTime } from "./computing-time.ts";

test.skipIf(process.threadCpuUsage === undefined)("what is computed in short parts between waits is counted", () => {
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const start = computingTime();
  let inParts = 0;
  for (let part = 0; part < 100; part += 1) {
    Atomics.wait(bell, 0, 0, 1);
    const partStart = computingTime();
    compute();
    inParts += computingTime() - partStart;
  }
  expect(inParts).toBeGreaterThan((computingTime() - start) / 2);
});

/** About half a millisecond. */
function compute(): number {
  let sum = 0;
  for (let n = 0; n < 400_000; n += 1) sum += n % 7;
  return sum;
}
