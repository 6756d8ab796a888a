import { afterEach, expect, test, vi } from "vitest";
import { quickJs } from "../executor/quick-js.ts";
import { programLimits } from "../limits.ts";
import { ParkableSession } from "./parkable-session.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["gives its machine up and is made again where it was given little", 1_000, 2],
  ["keeps its machine where it was given more than that may hold", 3_000_000, 1],
])("a program that waits %s", async (_, characters, machines) => {
  const executor = quickJs({ threads: false });
  const open = vi.spyOn(executor, "open");
  const session = new ParkableSession(executor, {
    source: "for (let n = 0; n < 4; n += 1) await tools.list(); return 1;",
    tools: ["list"],
    seed: "run/1",
    startMs: 1,
    limits: programLimits({ cpuMs: 5_000, memoryBytes: 8 * 1024 * 1024, calls: 10 }),
    signal: new AbortController().signal,
  });
  await session.start();
  const outcome = { ok: true, json: `"${"a".repeat(characters)}"` };
  for (const call of [0, 1, 2]) await session.settle(call, outcome, 1);
  await session.park();
  expect((await session.settle(3, outcome, 1)).ended).toEqual({ ok: true, json: "1" });
  expect(open).toHaveBeenCalledTimes(machines);
  await session.close();
});
