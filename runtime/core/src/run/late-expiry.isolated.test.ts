import { expect, it, onTestFinished, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

// In a process of its own: a clock that is moved by days plays every timer that other tests have left behind.
it("lets a question expire later than any timer reaches, and no sooner", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pay = toolOf("pay", () => "paid", { requiresConfirmation: true });
  const approver = { approve: () => new Promise<never>(() => undefined) };
  const { runner } = runnerOf([pay], { approver, approvalTimeoutMs: 60 * DAY_MS });
  const settling = runner.exec({ name: "pay", arguments: {} });
  let isSettled = false;
  void settling.then(() => {
    isSettled = true;
  });
  // What hears answers is loaded first, for which no clock is needed.
  while (vi.getTimerCount() === 0) await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(59 * DAY_MS);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * DAY_MS);
  expect((await settling).result.error?.message).toContain("in time");
  expect(vi.getTimerCount()).toBe(0);
});
