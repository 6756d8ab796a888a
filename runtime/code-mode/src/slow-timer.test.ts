import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SlowTimer } from "./slow-timer.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  // First, as what is restored is the timer of the held clock: left for later, it would be that of all files after it.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a wait that lasts goes off once, when it is due", () => {
  const timer = new SlowTimer();
  const went: number[] = [];
  timer.begin(100, () => went.push(performance.now()));
  const begun = performance.now();
  vi.advanceTimersByTime(99);
  expect(went).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(went).toEqual([begun + 100]);
});

test("one timer is set for many short waits, and the wait that lasts is due by its own beginning", () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  const timer = new SlowTimer();
  const went: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    timer.begin(100, () => went.push(n));
    timer.end();
    vi.advanceTimersByTime(1);
  }
  expect(set).toHaveBeenCalledTimes(1);
  timer.begin(100, () => went.push(50));
  vi.advanceTimersByTime(99);
  expect(went).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(went).toEqual([50]);
});

test("a wait that is due before the timer goes off is not kept waiting by it", () => {
  const timer = new SlowTimer();
  const went = vi.fn();
  timer.begin(1000, () => undefined);
  timer.begin(10, went);
  vi.advanceTimersByTime(10);
  expect(went).toHaveBeenCalledTimes(1);
});

test("a wait that is over does not go off, and nothing is left of a timer that is closed", () => {
  const timer = new SlowTimer();
  const went = vi.fn();
  timer.begin(10, went);
  timer.end();
  vi.advanceTimersByTime(1000);
  timer.begin(10, went);
  timer.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(went).not.toHaveBeenCalled();
});

test("a wait that is longer than a timer takes is not looked at before", () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  const timer = new SlowTimer();
  const went = vi.fn();
  timer.begin(Number.POSITIVE_INFINITY, went);
  timer.begin(2 ** 31 + 5, went);
  vi.advanceTimersByTime(100);
  expect(set.mock.calls.map(([, ms]) => ms)).toEqual([2 ** 31 - 1]);
  vi.advanceTimersByTime(2 ** 31 - 96);
  expect(went).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(went).toHaveBeenCalledTimes(1);
});
