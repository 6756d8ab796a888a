import { afterEach, expect, test, vi } from "vitest";
import { openProgram } from "./cases/open-program.ts";
import { quickJs } from "./quick-js.ts";

afterEach(() => vi.restoreAllMocks());

// Built-in functions of a quarter of a second each: the machine does not look up in them.
const stuck = "const s = 'a'.repeat(15e6); let n = 0; while (true) s.indexOf('b'.repeat(1000) + n++);";

test("a program that is stuck in built-in functions is ended with its thread, and the host answers meanwhile", async () => {
  const executor = quickJs();
  const other = await openProgram(executor, { source: "return await tools.list();" });
  await other.start();
  const session = await openProgram(executor, { source: stuck, limits: { cpuMs: 200 } });
  let answers = 0;
  const timer = setInterval(() => (answers += 1), 20);
  expect((await session.start()).failed).toBe("cpu");
  clearInterval(timer);
  expect(answers).toBeGreaterThan(3);
  expect((await other.settle(0, { ok: true, json: "1" }, 1_700_000_000_000)).ended).toEqual({ ok: true, json: "1" });
  await Promise.all([session.close(), other.close()]);
});

test("a program that has not computed too long yet is not ended where a busy machine lets it wait", async () => {
  const usage = vi.spyOn(process, "cpuUsage").mockReturnValue(process.cpuUsage());
  const session = await openProgram(quickJs(), { source: stuck, limits: { cpuMs: 50 } });
  const turn = session.start();
  const first = await Promise.race([
    turn,
    new Promise<string>((resolve) => setTimeout(() => resolve("it waits"), 700)),
  ]);
  expect(first).toBe("it waits");
  usage.mockRestore();
  expect((await turn).failed).toBe("cpu");
  await session.close();
});

test.each([
  ["in a loop", "while (true) {}"],
  ["in built-in functions", stuck],
])("a program that computes %s is stopped by its signal", async (_, source) => {
  const controller = new AbortController();
  const session = await openProgram(quickJs(), { source }, controller.signal);
  const turn = session.start();
  setTimeout(() => controller.abort(), 200);
  expect((await turn).failed).toBe("stopped");
  await session.close();
});

test("closing ends a program that computes", async () => {
  const session = await openProgram(quickJs(), { source: "while (true) {}" });
  const turn = session.start();
  await session.close();
  expect((await turn).failed).toBe("stopped");
});

test("programs above the number of workers compute in the order in which they came", async () => {
  const executor = quickJs({ workers: 1 });
  const sessions = await Promise.all([1, 2, 3].map((n) => openProgram(executor, { source: `return ${n};` })));
  const order: number[] = [];
  await Promise.all(sessions.map((session, at) => session.start().then(() => order.push(at))));
  expect(order).toEqual([0, 1, 2]);
  await Promise.all(sessions.map((session) => session.close()));
});

test("a thread hears of the next outcome at once, and not when it looks up", async () => {
  const session = await openProgram(quickJs(), { source: "while (true) await tools.list();" });
  await session.start();
  let call = 0;
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    for (let n = 0; n < 25; n += 1) await session.settle(call++, { ok: true, json: "1" }, 1_700_000_000_000);
    took.push(performance.now() - started);
  }
  await session.close();
  // It would look up every 20 ms.
  expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(25 * 10);
});

test("a program whose thread has long stood still goes on", async () => {
  const session = await openProgram(quickJs(), { source: "return [await tools.list(), await tools.list()];" });
  await session.start();
  for (const call of [0, 1]) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const turn = await session.settle(call, { ok: true, json: `${call}` }, 1_700_000_000_000);
    expect([turn.calls.length, turn.ended?.json]).toEqual(call === 0 ? [1, undefined] : [0, "[0,1]"]);
  }
  await session.close();
});
