import { afterEach, expect, it, vi } from "vitest";
import { monotonicMs } from "./monotonic.ts";

afterEach(() => vi.restoreAllMocks());

it("counts milliseconds, and never goes back when the clock on the wall does", () => {
  const before = monotonicMs();
  const beside = performance.now();
  vi.spyOn(Date, "now").mockReturnValue(0);
  let last = before;
  while (performance.now() - beside < 5) {
    const now = monotonicMs();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
  expect(monotonicMs() - before).toBeGreaterThan(4);
});

it("needs no process", async () => {
  vi.resetModules();
  vi.stubGlobal("process", undefined);
  const elsewhere = await import("./monotonic.ts").finally(() => vi.unstubAllGlobals());
  expect(Math.abs(elsewhere.monotonicMs() - performance.now())).toBeLessThan(1_000);
});
