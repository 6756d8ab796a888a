import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { secret } from "../secrets/secret.ts";
import { stepOf } from "../tool/step-of.ts";
import type { ToolContext } from "../tool/tool.ts";

async function contextOf(options: Parameters<typeof runnerOf>[1] = {}, context = {}): Promise<ToolContext> {
  let seen: ToolContext | undefined;
  const tool = toolOf("tool", (_, ctx) => {
    seen = ctx;
  });
  await runnerOf([tool], options).runner.exec({ id: "c", name: "tool", arguments: {} }, context);
  if (seen === undefined) throw new Error("the tool did not run");
  return seen;
}

describe("what a tool gets besides its input", () => {
  it("says which call it is", async () => {
    const context = await contextOf({}, { runId: "r" });
    expect(context).toMatchObject({ toolCallId: "c", runId: "r", attempt: 1, idempotencyKey: "r/c" });
    expect(context.signal.aborted).toBe(false);
  });

  it("holds the conversation: the call's, else the runner's, else an empty one", async () => {
    const here = { channel: "web", chatId: "1" };
    const there = { channel: "cli", chatId: "2" };
    expect((await contextOf()).conversation).toEqual({ channel: "", chatId: "" });
    expect((await contextOf({ conversation: here })).conversation).toEqual(here);
    expect((await contextOf({ conversation: here }, { conversation: there })).conversation).toEqual(there);
  });

  it("holds the conversation that a loop was given", async () => {
    const seen: unknown[] = [];
    const tool = toolOf("tool", (_, { conversation }) => void seen.push(conversation));
    const model = () => new WrittenModel([{ calls: [{ name: "tool" }] }]);
    await runToolLoop({ model: model(), tools: [tool] }, [], "telegram", "42");
    await runToolLoop({ model: model(), tools: [tool], conversation: { channel: "web", chatId: "1" } }, []);
    expect(seen).toEqual([
      { channel: "telegram", chatId: "42" },
      { channel: "web", chatId: "1" },
    ]);
  });

  it("has its step in common with the calls that were made together, and with no other", async () => {
    const steps: (object | undefined)[] = [];
    const tool = toolOf("tool", (_, ctx) => void steps.push(stepOf(ctx)));
    const call = { name: "tool" };
    await runToolLoop({ model: new WrittenModel([{ calls: [call, call] }, { calls: [call] }]), tools: [tool] }, []);
    const [first, second, third] = steps;
    expect([steps.length, first === second, typeof third, second === third]).toEqual([3, true, "object", false]);
  });

  it("tells the time of the runner's clock", async () => {
    const day = new Date("2020-02-02T00:00:00Z");
    expect((await contextOf({ now: () => day })).now()).toEqual(day);
    expect(Math.abs((await contextOf()).now().getTime() - Date.now())).toBeLessThan(5_000);
  });

  it("holds the runner's plain values, frozen and without a prototype", async () => {
    const { deps } = await contextOf({ deps: { db: "here" } });
    expect(deps).toEqual(Object.assign(Object.create(null), { db: "here" }));
    expect(Object.getPrototypeOf(deps)).toBeNull();
    expect(Object.isFrozen(deps)).toBe(true);
  });

  it("logs through the scrubber", async () => {
    const logger = new KeptLog();
    const context = await contextOf({ logger, secrets: [secret("vault", "correct-horse-battery")] });
    context.logger.warn("it is correct-horse-battery", { deep: { word: "correct-horse-battery" }, n: 1n });
    const failed = new Error("correct-horse-battery", { cause: new Error("because correct-horse-battery") });
    context.logger.error("failed", { error: failed });
    expect(logger.lines.join()).not.toContain("correct-horse");
    expect(logger.lines.join()).toContain("because [secret:vault]");
  });

  it("has a signal that works when it is first asked for after the abort", async () => {
    const controller = new AbortController();
    let aborted: boolean | undefined;
    const tool = toolOf("tool", async (_, ctx) => {
      controller.abort();
      await Promise.resolve();
      aborted = ctx.signal.aborted;
    });
    await runnerOf([tool]).runner.exec({ name: "tool", arguments: {} }, { signal: controller.signal });
    expect(aborted).toBe(true);
  });
});
