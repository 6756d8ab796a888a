import { describe, expect, it, vi } from "vitest";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel, wait } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { DependencyKey } from "../tool/dependency.ts";
import { sharedOutsideRuns } from "../tool/shared-outside-runs.ts";
import type { DefineToolOptions } from "../tool/tool.ts";

type Execute = DefineToolOptions<unknown, unknown>["execute"];

async function using(execute: Execute, options: Parameters<typeof runnerOf>[1] = {}, context = {}) {
  const { runner, log } = runnerOf([toolOf("tool", execute)], options);
  const settled = await runner.exec({ name: "tool", arguments: {} }, context);
  return { ...settled, runner, log };
}

describe("a dependency", () => {
  it("is made once per call, also when asked for twice at once", async () => {
    const create = vi.fn(async () => ({}));
    const key = { id: "key", create };
    const same = (_: unknown, ctx: Parameters<Execute>[1]) =>
      Promise.all([ctx.resolve(key), ctx.resolve(key), ctx.resolve({ ...key })]).then(
        ([a, b, c]) => a === b && b === c,
      );
    const { message, runner } = await using(same);
    expect(message.content).toBe("true");
    expect(create).toHaveBeenCalledTimes(1);
    await runner.exec({ name: "tool", arguments: {} });
    expect(create).toHaveBeenCalledTimes(2);
  });

  it("of scope run serves all calls of a run, and one call outside of runs", async () => {
    const create = vi.fn(() => ({}));
    const tool = toolOf("tool", async (_, ctx) => void (await ctx.resolve({ id: "key", create, scope: "run" })));
    const { runner } = runnerOf([tool]);
    for (const runId of ["a", "a", "b", undefined, undefined]) {
      await runner.exec({ name: "tool", arguments: {} }, runId === undefined ? {} : { runId });
    }
    expect(create).toHaveBeenCalledTimes(4);
  });

  it("that is shared outside of runs serves all such calls of a runner and a conversation, and each run has its own", async () => {
    const create = vi.fn(() => ({}));
    const key = sharedOutsideRuns({ id: "key", create, scope: "run" });
    const tool = toolOf("tool", async (_, ctx) => void (await ctx.resolve(key)));
    const one = { channel: "web", chatId: "1" };
    const { runner } = runnerOf([tool]);
    const made = async (by: typeof runner, context: object) => {
      const before = create.mock.calls.length;
      await by.exec({ name: "tool", arguments: {} }, context);
      return create.mock.calls.length - before;
    };
    expect([await made(runner, {}), await made(runner, {}), await made(runner, { runId: "a" })]).toEqual([1, 0, 1]);
    expect([await made(runner, { conversation: one }), await made(runner, { conversation: one })]).toEqual([1, 0]);
    expect([await made(runnerOf([tool]).runner, {}), await made(runner, {})]).toEqual([1, 0]);
  });

  it("comes from an override first, whatever the key says", async () => {
    const create = vi.fn(() => "made");
    const override = vi.fn(async () => "override");
    const { message } = await using((_, ctx) => ctx.resolve({ id: "key", create }), {
      overrides: new Map([["key", override]]),
    });
    expect(message.content).toBe("override");
    expect([create.mock.calls.length, override.mock.calls.length]).toEqual([0, 1]);
  });

  it("may be undefined or null, and is still made once", async () => {
    const create = vi.fn(() => undefined);
    await using(async (_, ctx) => {
      await ctx.resolve({ id: "key", create });
      await ctx.resolve({ id: "key", create });
    });
    expect(create).toHaveBeenCalledTimes(1);
  });

  it.each(["throws", "rejects"])("whose making %s is made again when asked for again", async (how) => {
    let attempts = 0;
    const create = () => {
      attempts += 1;
      if (attempts > 1) return "made";
      if (how === "throws") throw new Error("not yet");
      return Promise.reject(new Error("not yet"));
    };
    const { message } = await using(async (_, ctx) => {
      const first = await ctx.resolve({ id: "key", create }).catch((error: unknown) => String(error));
      return [first, await ctx.resolve({ id: "key", create })];
    });
    expect(message.content).toBe('["Error: not yet","made"]');
  });

  it("may need others; a circle is an error that names its keys", async () => {
    const a: DependencyKey<string> = { id: "a", create: (resolve) => resolve(b) };
    const b: DependencyKey<string> = { id: "b", create: async (resolve) => `b of ${await resolve(c)}` };
    const c: DependencyKey<string> = { id: "c", create: (resolve) => resolve(a) };
    expect((await using((_, ctx) => ctx.resolve(a))).message.content).toContain("a → b → c → a");
    const own: DependencyKey<string> = { id: "own", create: (resolve) => resolve(own) };
    expect((await using((_, ctx) => ctx.resolve(own))).message.content).toContain("own → own");
  });

  it("in a circle that is entered at two places is an error, not a wait for ever", async () => {
    const a: DependencyKey<string> = { id: "a", create: (resolve) => wait(2).then(() => resolve(b)) };
    const b: DependencyKey<string> = { id: "b", create: (resolve) => wait(2).then(() => resolve(a)) };
    const { result } = await using((_, ctx) => Promise.all([ctx.resolve(a), ctx.resolve(b)]), { timeoutMs: 1_000 });
    expect(result.error?.code).toBe("execution_failed");
    expect(result.error?.message).toContain("Circular dependency");
  });

  it("needed by two others at once is no circle", async () => {
    const shared: DependencyKey<string> = { id: "shared", create: () => wait(2).then(() => "s") };
    const needs = (id: string): DependencyKey<string> => ({
      id,
      create: async (resolve) => id + (await resolve(shared)) + (await resolve(shared)),
    });
    const { message } = await using((_, ctx) => Promise.all([needs("a"), needs("b")].map((key) => ctx.resolve(key))));
    expect(message.content).toBe('["ass","bss"]');
  });

  it("is disposed of when its scope ends, after whatever needed it", async () => {
    const order: string[] = [];
    const dispose = (value: string) => void order.push(value);
    const inner: DependencyKey<string> = { id: "inner", create: () => "inner", dispose };
    const outer: DependencyKey<string> = {
      id: "outer",
      create: async (resolve) => {
        await wait(1);
        await resolve(inner);
        return "outer";
      },
      dispose,
    };
    await using(async (_, ctx) => {
      await ctx.resolve(outer);
      order.push("executed");
    });
    await wait(1);
    expect(order).toEqual(["executed", "outer", "inner"]);
  });

  it("that lives as long as the run keeps what it needs as long", async () => {
    const order: string[] = [];
    const inner: DependencyKey<string> = {
      id: "inner",
      create: () => "inner",
      dispose: () => void order.push("inner"),
    };
    const outer: DependencyKey<string> = {
      id: "outer",
      scope: "run",
      create: (resolve) => resolve(inner),
      dispose: () => void order.push("outer"),
    };
    const tool = toolOf("tool", async (_, ctx) => void (await ctx.resolve(outer)));
    const { runner } = runnerOf([tool]);
    await runner.exec({ name: "tool", arguments: {} }, { runId: "r" });
    await wait(2);
    expect(order).toEqual([]);
    await runner.endRun("r");
    expect(order).toEqual(["outer", "inner"]);
  });

  it("of a run is disposed of before the run is done, however it ends", async () => {
    for (const stopReason of ["stop", "aborted"] as const) {
      const order: string[] = [];
      const controller = new AbortController();
      const key: DependencyKey<string> = {
        id: "key",
        scope: "run",
        create: () => "made",
        dispose: () => void order.push("disposed"),
      };
      const tool = toolOf("tool", async (_, ctx) => {
        await ctx.resolve(key);
        if (stopReason === "aborted") controller.abort();
        return "ok";
      });
      const model = new WrittenModel([{ calls: [{ name: "tool" }] }]);
      const result = await runToolLoop({ model, tools: [tool], signal: controller.signal }, []);
      expect([result.stopReason, order]).toEqual([stopReason, ["disposed"]]);
    }
  });

  it("whose disposal fails or never ends holds up nobody", async () => {
    const disposed = vi.fn();
    const logger = new KeptLog();
    const keyed = (id: string, dispose: () => void | Promise<void>): DependencyKey<string> => ({
      id,
      scope: "run",
      create: () => id,
      dispose,
    });
    const throws = keyed("throws", () => {
      throw new Error("cannot close");
    });
    const tool = toolOf("tool", async (_, ctx) => {
      for (const key of [keyed("first", disposed), throws, keyed("hangs", () => new Promise(() => undefined))]) {
        await ctx.resolve(key);
      }
    });
    const model = new WrittenModel([{ calls: [{ name: "tool" }] }]);
    const { stopReason } = await runToolLoop({ model, tools: [tool], logger }, []);
    expect(stopReason).toBe("stop");
    expect(disposed).toHaveBeenCalledTimes(1);
    expect(logger.lines.join()).toContain("cannot close");
  });

  it("still in the making when its call runs out of time is disposed of when it is made", async () => {
    const gate = deferred<string>();
    const dispose = vi.fn();
    const key: DependencyKey<string> = { id: "key", create: () => gate.promise, dispose };
    const { runner } = runnerOf([toolOf("tool", (_, ctx) => ctx.resolve(key), { timeoutMs: 5 })]);
    const { result } = await runner.exec({ name: "tool", arguments: {} });
    expect(result.error?.code).toBe("timeout");
    gate.resolve("made");
    await wait(5);
    expect(dispose).toHaveBeenCalledWith("made");
  });

  it("may be resolved by whoever makes the call", async () => {
    const resolve = <T>(_: DependencyKey<T>) => Promise.resolve(JSON.parse('"theirs"'));
    const { message } = await using((_, ctx) => ctx.resolve({ id: "key", create: () => "ours" }), {}, { resolve });
    expect(message.content).toBe("theirs");
  });
});
