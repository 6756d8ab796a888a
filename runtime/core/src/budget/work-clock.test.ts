import fc from "fast-check";
import { expect, it } from "vitest";
import { WorkClock } from "./work-clock.ts";

it("counts the seconds in which a run works and no person is waited for", () => {
  let now = 0;
  const clock = new WorkClock(() => now);
  const pass = (seconds: number) => (now += seconds * 1_000);
  pass(5);
  clock.runBegan();
  pass(2);
  clock.asked("a");
  clock.asked("b");
  pass(3_600);
  clock.answered("a");
  pass(3_600);
  clock.answered("b");
  clock.answered("b");
  pass(1);
  expect(clock.seconds).toBe(3);
  clock.runEnded();
  pass(60);
  expect(clock.seconds).toBe(3);
});

it("counts the time of runs side by side once", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ runs: fc.nat(2), asked: fc.nat(2), seconds: fc.nat(50) })), (moments) => {
      let now = 0;
      const clock = new WorkClock(() => now);
      for (const { runs, asked, seconds } of moments) {
        times(runs, () => clock.runBegan());
        times(asked, (call) => clock.asked(`${call}`));
        now += seconds * 1_000;
        times(asked, (call) => clock.answered(`${call}`));
        times(runs, () => clock.runEnded());
      }
      const working = moments.filter(({ runs, asked }) => runs > 0 && asked === 0);
      expect(clock.seconds).toBeCloseTo(
        working.reduce((total, { seconds }) => total + seconds, 0),
        6,
      );
    }),
  );
});

function times(count: number, act: (place: number) => void): void {
  for (let place = 0; place < count; place += 1) act(place);
}
