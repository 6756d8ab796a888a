import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import type { DefineToolOptions } from "../tool/tool.ts";
import type { SettledCall } from "./call-states.ts";

type Execute = DefineToolOptions<unknown, unknown>["execute"];
type Extra = Parameters<typeof toolOf>[2];

function timed(execute: Execute, extra: Extra = {}) {
  const late: SettledCall[] = [];
  const onAsyncResult = (call: SettledCall) => void late.push(call);
  const world = runnerOf([toolOf("tool", execute, { timeoutMs: 20, ...extra })], { onAsyncResult });
  const exec = (context = {}) => world.runner.exec({ id: "c", name: "tool", arguments: {} }, context);
  return { ...world, late, exec };
}

describe("the deadline of a call", () => {
  it("is hard: the call settles as orphaned, and the late result goes to onAsyncResult once", async () => {
    const gate = deferred<string>();
    const { exec, late, events } = timed(() => gate.promise);
    const { result } = await exec();
    expect(result.error).toMatchObject({ code: "timeout", type: "system_error" });
    expect(events.at(-1)?.data).toMatchObject({ success: false, orphaned: true });
    expect(late).toEqual([]);
    gate.resolve("done at last");
    await expect.poll(() => late).toHaveLength(1);
    expect(late).toMatchObject([{ toolCallId: "c", toolName: "tool", message: { content: "done at last" } }]);
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "error", "tool_call_end"]);
  });

  it("does not lose a result that comes just after it", async () => {
    const gate = deferred<string>();
    const { exec, late } = timed((_, { signal }) => {
      signal.addEventListener("abort", () => gate.resolve("done in time, nearly"));
      return gate.promise;
    });
    const { result } = await exec();
    await wait(5);
    expect(result.error?.code).toBe("timeout");
    expect(late).toMatchObject([{ message: { content: "done in time, nearly" } }]);
  });

  it("lets a tool that listens say how far it got", async () => {
    const gate = deferred<object>();
    const { exec, late, events } = timed((_, { signal }) => {
      const partial = { output: { type: "text", text: "3 of 9" }, silent: false, isError: true, async: false };
      signal.addEventListener("abort", () => gate.resolve(partial));
      return gate.promise;
    });
    const { message } = await exec();
    expect(message.content).toBe("3 of 9");
    expect(events.at(-1)?.data).not.toHaveProperty("orphaned");
    expect(late).toEqual([]);
  });

  it("says timeout when the tool throws because its signal was aborted", async () => {
    const { exec, late, events } = timed(async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      signal.throwIfAborted();
    });
    expect((await exec()).result.error?.code).toBe("timeout");
    await wait(5);
    expect([late, events.filter(({ type }) => type === "error").length]).toEqual([[], 1]);
  });

  it("may depend on the input; one that throws is hook_failed, one that cannot be used is the default", async () => {
    const { exec } = timed(() => wait(40), { timeoutMs: () => 5 });
    expect((await exec()).result.error?.code).toBe("timeout");
    const throws = timed(() => "ran", {
      timeoutMs: () => {
        throw new Error("a bug");
      },
    });
    expect((await throws.exec()).result.error?.code).toBe("hook_failed");
    expect(throws.events.map(({ type }) => type)).toEqual(["tool_call_start", "error", "tool_call_end"]);
    for (const unusable of [Number.NaN, -1, 0, JSON.parse('"5"'), Promise.resolve(5)]) {
      const world = timed(() => wait(5).then(() => "ran"), { timeoutMs: () => unusable });
      expect((await world.exec()).message.content).toBe("ran");
    }
    for (const long of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      const world = timed(() => wait(5).then(() => "ran"), { timeoutMs: long });
      expect((await world.exec()).message.content).toBe("ran");
    }
  });

  it("is the runner's where the tool declares none", async () => {
    const { runner } = runnerOf([toolOf("slow", () => wait(60))], { timeoutMs: 5 });
    expect((await runner.exec({ name: "slow", arguments: {} })).result.error?.code).toBe("timeout");
  });

  it("counts the time in `execute` only", async () => {
    let decided = 0;
    const { runner } = runnerOf([toolOf("tool", () => wait(20))], {
      policy: {
        async decide() {
          const asked = performance.now();
          await wait(60);
          decided = performance.now() - asked;
          return { verdict: "allow" };
        },
      },
    });
    const began = performance.now();
    const { durationMs } = await runner.exec({ name: "tool", arguments: {} });
    const whole = performance.now() - began;
    expect(durationMs).toBeGreaterThan(15);
    // Parts of one time, so that it holds however long a busy machine makes both; 1 ms is for rounding.
    expect(durationMs).toBeLessThan(whole - decided + 1);
  });
});

describe("an abort", () => {
  it("settles a deaf call as aborted and orphaned, and tells a listening one why", async () => {
    const controller = new AbortController();
    let reason: unknown;
    const { exec, events } = timed(
      (_, { signal }) => {
        signal.addEventListener("abort", () => (reason = signal.reason));
        return wait(80);
      },
      { timeoutMs: 5_000 },
    );
    setTimeout(() => controller.abort(), 5);
    const { result } = await exec({ signal: controller.signal });
    expect(result.error?.code).toBe("aborted");
    expect(events.at(-1)?.data).toMatchObject({ orphaned: true });
    expect(reason).toMatchObject({ name: "AbortError" });
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("before the call means that it is not run", async () => {
    const execute = vi.fn(() => "ran");
    const { exec } = timed(execute);
    expect((await exec({ signal: AbortSignal.abort() })).result.error?.code).toBe("skipped");
    expect(execute).not.toHaveBeenCalled();
  });

  it("leaves nothing on the signal of a run that goes well", async () => {
    const { signal } = new AbortController();
    const { exec } = timed((_, ctx) => ctx.signal.aborted);
    await Promise.all([exec({ signal }), exec({ signal }), exec({ signal })]);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});
