import { getEventListeners } from "node:events";
import { getActiveResourcesInfo } from "node:process";
import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, wait } from "../../test/support.ts";

const timers = () => getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

describe("after many timed-out calls", () => {
  it.each([500, 4_000])("%d of them leave no timer, listener or rejection", async (count) => {
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown) => rejections.push(reason);
    process.on("unhandledRejection", onRejection);
    const rejecters: (() => void)[] = [];
    const tool = toolOf(
      "deaf",
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => undefined);
          rejecters.push(() => reject(new Error("too late")));
        }),
      { timeoutMs: 1, effects: { kind: "read", volatile: true } },
    );
    const { runner } = runnerOf([tool], { logger: new KeptLog(), maxConcurrency: count });
    const controller = new AbortController();
    const before = timers();
    const calls = Array.from({ length: count }, () => ({ name: "deaf", arguments: {} }));
    const settled = await runner.execAll(calls, { signal: controller.signal });
    expect(settled.every(({ result }) => result.error?.code === "timeout")).toBe(true);
    for (const rejectNow of rejecters) rejectNow();
    await wait(20);
    process.off("unhandledRejection", onRejection);
    expect(rejections).toEqual([]);
    expect(timers()).toBeLessThanOrEqual(before);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });
});

it("a signal that is none is refused by name, and leaves no timer", async () => {
  const slow = toolOf("slow", async () => {
    await wait(1);
    return "ok";
  });
  const before = timers();
  const { runner } = runnerOf([slow], { logger: new KeptLog() });
  for (const signal of ["{}", "[]", '"stop"', "1", "null"].map((text) => JSON.parse(text))) {
    const { message } = await runner.exec({ name: "slow", arguments: {} }, { signal });
    expect(message.content).toContain("signal must be an AbortSignal");
  }
  expect(timers()).toBeLessThanOrEqual(before);
});
