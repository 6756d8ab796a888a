import { describe, expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { WrittenModel, wait, watched } from "../../test/support.ts";
import type { JournalEvent } from "../journal/event.ts";
import { runToolLoop } from "../loop/tool-loop.ts";

const add = toolOf("add", (input) => `added ${JSON.stringify(input)}`);
const lives = (events: readonly JournalEvent[]) =>
  events
    .filter(({ type }) => type === "tool_call_start" || type === "tool_call_end")
    .map(({ type, id, parentId }) => [type.slice(10), id, parentId]);

describe("a call inside a call", () => {
  it("has the id <parent>/<number> and its own life inside its parent's", async () => {
    const outer = toolOf("outer", async (_, ctx) => {
      const first = await ctx.call("add", { n: 1 });
      const second = await ctx.call("add", { n: 2 });
      return JSON.stringify([first.output, second.output]);
    });
    const { runner, events } = runnerOf([outer, add]);
    const { message } = await runner.exec({ id: "p", name: "outer", arguments: {} });
    expect(String(message.content)).toContain("added");
    expect(lives(events)).toEqual([
      ["start", "p", undefined],
      ["start", "p/0", "p"],
      ["end", "p/0", "p"],
      ["start", "p/1", "p"],
      ["end", "p/1", "p"],
      ["end", "p", undefined],
    ]);
  });

  it("gets another id where the model has used its own for another call", async () => {
    const outer = toolOf("outer", (_, ctx) => ctx.call("add", {}));
    const { runner, events } = runnerOf([outer, add]);
    await runner.execAll([
      { id: "p", name: "outer", arguments: {} },
      { id: "p/0", name: "add", arguments: {} },
    ]);
    const starts = lives(events).filter(([type]) => type === "start");
    expect(starts).toHaveLength(3);
    expect(new Set(starts.map(([, id]) => id)).size).toBe(3);
  });

  it("is read, authorised and projected on its own", async () => {
    const outer = toolOf("outer", async (_, ctx) => {
      const results = [
        await ctx.call("denied", {}),
        await ctx.call("nobody", {}),
        await ctx.call("fields", {}),
        await ctx.call("asks", {}),
      ];
      return results.map(({ error, output }) => error?.code ?? output);
    });
    const fields = toolOf("fields", () => ({ shown: 1, hidden: 2 }), { allowlist: ["shown" as never] });
    const asks = toolOf("asks", () => "ran", { requiresConfirmation: true });
    const policy = {
      decide: ({ name }: { name: string }) => ({ verdict: name === "denied" ? "deny" : "allow" }) as const,
    };
    const { runner } = runnerOf([outer, fields, asks, toolOf("denied", () => "ran")], { policy });
    const { message } = await runner.exec({ name: "outer", arguments: {} });
    expect(JSON.parse(String(message.content))).toEqual([
      "policy_denied",
      "unknown_tool",
      { type: "json", value: { shown: 1 } },
      "approval_denied",
    ]);
  });

  it("ends with its parent: aborted when the parent is stopped or runs out of time", async () => {
    const deaf = toolOf("deaf", () => wait(80));
    const outer = toolOf("outer", (_, ctx) => ctx.call("deaf", {}), { timeoutMs: 10 });
    const { runner, events } = runnerOf([outer, deaf]);
    const { result } = await runner.exec({ id: "p", name: "outer", arguments: {} });
    expect(result.error?.code).toBe("timeout");
    expect(lives(events).slice(-2)).toEqual([
      ["end", "p/0", "p"],
      ["end", "p", undefined],
    ]);
  });

  it("that nobody waited for ends before its parent, and before the run is done", async () => {
    const started = vi.fn();
    const slow = toolOf("slow", (_, { signal }) => {
      started();
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
    });
    const outer = toolOf("outer", async (_, ctx) => {
      void ctx.call("slow", {});
      await wait(5);
      return "did not wait";
    });
    const { activity, events } = watched();
    const model = new WrittenModel([{ calls: [{ id: "p", name: "outer" }] }]);
    const { stopReason } = await runToolLoop({ model, tools: [outer, slow], activity }, []);
    expect(started).toHaveBeenCalledTimes(1);
    expect(stopReason).toBe("stop");
    expect(lives(events).slice(-2)).toEqual([
      ["end", "p/0", "p"],
      ["end", "p", undefined],
    ]);
    await wait(5);
    expect(events.at(-1)?.type).toBe("done");
  });

  it("of a run that is aborted has ended before the run is done, however deep it stands", async () => {
    const deaf = toolOf("deaf", () => wait(80));
    const middle = toolOf("middle", (_, ctx) => ctx.call("deaf", {}));
    const outer = toolOf("outer", (_, ctx) => ctx.call("middle", {}));
    const { activity, events } = watched();
    const controller = new AbortController();
    const model = new WrittenModel([{ calls: [{ id: "p", name: "outer" }] }]);
    setTimeout(() => controller.abort(), 15);
    const { stopReason } = await runToolLoop(
      { model, tools: [outer, middle, deaf], activity, signal: controller.signal },
      [],
    );
    expect(stopReason).toBe("aborted");
    expect(lives(events).slice(3)).toEqual([
      ["end", "p/0/0", "p/0"],
      ["end", "p/0", "p"],
      ["end", "p", undefined],
    ]);
    await wait(20);
    expect(events.at(-1)?.type).toBe("done");
  });

  it("after its parent has ended is skipped", async () => {
    const late: unknown[] = [];
    const outer = toolOf("outer", (_, ctx) => {
      setTimeout(() => ctx.call("add", {}).then(({ error }) => late.push(error?.code)), 5);
      return "done";
    });
    const { runner, events } = runnerOf([outer, add]);
    await runner.exec({ name: "outer", arguments: {} });
    await wait(15);
    expect(late).toEqual(["skipped"]);
    expect(events).toHaveLength(2);
  });

  it("cannot go on for ever", async () => {
    let depth = 0;
    const deeper = toolOf("deeper", async (_, ctx) => {
      depth += 1;
      return (await ctx.call("deeper", {})).output;
    });
    const { runner } = runnerOf([deeper]);
    const { result } = await runner.exec({ name: "deeper", arguments: {} });
    expect(result.isError).toBe(false);
    expect(depth).toBe(17);
  });

  it("never rejects, whatever it is given", async () => {
    const outer = toolOf("outer", async (_, ctx) => {
      const untyped: { call(name: unknown, input: unknown): Promise<{ error?: { code: string } }> } = JSON.parse("{}");
      Object.assign(untyped, { call: ctx.call });
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const results = [
        await untyped.call(null, null),
        await untyped.call("add", circular),
        await untyped.call("add", 1),
      ];
      return results.map(({ error }) => error?.code ?? "ran");
    });
    const { runner } = runnerOf([outer, add]);
    const { message } = await runner.exec({ name: "outer", arguments: {} });
    expect(message.content).toBe('["unknown_tool","invalid_json","invalid_arguments"]');
  });
});
