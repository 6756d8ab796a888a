import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Alarm, type Due } from "./alarm.ts";
import { monotonicMs } from "./monotonic.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("rings for each moment once, when it has come and no later, unless it was taken back", () => {
  const moment = fc.record({ at: fc.integer({ min: 1, max: 60 }), backAt: fc.option(fc.integer({ min: 0, max: 70 })) });
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 12 }), (moments) => {
      const alarm = new Alarm();
      const start = monotonicMs();
      const rung: number[][] = moments.map(() => []);
      const dues = moments.map(
        ({ at }, index): Due => ({ dueMs: start + at, timeUp: () => rung[index]?.push(monotonicMs() - start) }),
      );
      for (const due of dues) alarm.add(due);
      for (let now = 0; now <= 80; now += 1) {
        for (const [index, due] of dues.entries()) if (moments[index]?.backAt === now) alarm.delete(due);
        vi.advanceTimersByTime(1);
      }
      moments.forEach(({ at, backAt }, index) => {
        const expected = backAt !== null && backAt < at ? [] : [at];
        expect(rung[index]?.map(Math.round)).toEqual(expected);
      });
      alarm.rest();
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});

it("has one timer, which keeps a process alive while something waits, and none once it rests", () => {
  vi.useRealTimers();
  const open = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const others = open();
  const alarm = new Alarm();
  const dues = [30_000, 10_000, 20_000].map((at) => ({ dueMs: monotonicMs() + at, timeUp: () => {} }));
  for (const due of dues) alarm.add(due);
  alarm.rest();
  expect(open()).toBe(others + 1);
  for (const due of [...dues, ...dues]) alarm.delete(due);
  expect(open()).toBe(others);
  for (const due of dues) alarm.add(due);
  expect(open()).toBe(others + 1);
  for (const due of dues) alarm.delete(due);
  vi.useFakeTimers();
  const resting = new Alarm();
  for (const due of dues) resting.add(due);
  expect(vi.getTimerCount()).toBe(1);
  for (const due of dues) resting.delete(due);
  resting.rest();
  expect(vi.getTimerCount()).toBe(0);
});

it("waits for what lies beyond the reach of a timer", () => {
  const alarm = new Alarm();
  const timeUp = vi.fn();
  const far = 2 ** 31 + 1_000;
  alarm.add({ dueMs: monotonicMs() + far, timeUp });
  vi.advanceTimersByTime(far - 10);
  expect(timeUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(timeUp).toHaveBeenCalledTimes(1);
  alarm.add({ dueMs: Number.POSITIVE_INFINITY, timeUp });
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2 ** 31);
  expect(timeUp).toHaveBeenCalledTimes(1);
});

it("takes what is added, or taken back, while it rings", () => {
  const alarm = new Alarm();
  const told: string[] = [];
  const at = (ms: number, name: string, then: () => void = () => {}): Due => ({
    dueMs: monotonicMs() + ms,
    timeUp: () => {
      told.push(name);
      then();
    },
  });
  const other = at(20, "other");
  alarm.add(
    at(10, "first", () => {
      alarm.add(at(5, "added"));
      alarm.delete(other);
    }),
  );
  alarm.add(other);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(["first", "added"]);
});
