import { describe, expect, it, vi } from "vitest";
import { look, port, run, silent, user } from "../../test/looping.ts";
import { deferred, toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import type { LlmCompletionResult } from "../model/model-port.ts";

describe("a run stops", () => {
  const endsRun = toolOf("finish", () => ({
    output: { type: "text", text: "the last word" },
    silent: false,
    isError: false,
    async: false,
    endsRun: true,
  }));

  it("with done when a tool ends it, after all calls of its step", async () => {
    const after = vi.fn(() => "ran");
    const tools = [endsRun, toolOf("after", after)];
    const result = await run([{ text: "bye", calls: [{ name: "finish" }, { name: "after" }] }], { tools });
    expect(result).toMatchObject({ stopReason: "done", content: "the last word", iterations: 1 });
    expect(after).toHaveBeenCalledTimes(1);
    expect(result.messages).toHaveLength(4);
  });

  it("with max_iterations, and no call is left unanswered", async () => {
    const result = await run((n) => ({ calls: [{ name: "look", args: { n } }] }), { maxIterations: 3 });
    expect(result).toMatchObject({ stopReason: "max_iterations", iterations: 3 });
    expect(result.messages.filter(({ role }) => role === "tool")).toHaveLength(3);
    const none = await run([{ text: "never" }], { maxIterations: 0 });
    expect(none).toMatchObject({ stopReason: "max_iterations", iterations: 0, messages: user });
    expect(none.model.requests).toEqual([]);
    expect(none.types).toEqual(["run_start", "done"]);
    const standard = await run((n) => ({ calls: [{ name: "look", args: { n } }] }));
    expect(standard.iterations).toBe(50);
  });

  it("with length; when calls were lost, the model is told once and the run goes on", async () => {
    const cut = { text: "cut", finishReason: "length", droppedCalls: 2 } as const;
    expect(await run([{ text: "cut", finishReason: "length" }])).toMatchObject({
      stopReason: "length",
      iterations: 1,
      content: "cut",
    });
    const told = await run([cut, { text: "shorter" }]);
    expect(told).toMatchObject({ stopReason: "stop", iterations: 2 });
    expect(told.model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("2 tool calls"),
    });
    expect(await run([cut, cut])).toMatchObject({ stopReason: "length", iterations: 2 });
  });

  it("with content_filter and with error, and says why", async () => {
    expect(await run([{ text: "no", finishReason: "content_filter" }])).toMatchObject({ stopReason: "content_filter" });
    const failed = await run([{ calls: [{ name: "look" }] }, { finishReason: "error" }]);
    expect(failed).toMatchObject({
      stopReason: "error",
      error: { code: "http", message: "scripted failure" },
      iterations: 2,
    });
    expect(failed.messages).toHaveLength(3);
    expect(failed.types.slice(-2)).toEqual(["error", "done"]);
  });

  it("with denied when a person refuses without a reason", async () => {
    const asks = toolOf("asks", () => "ran", { requiresConfirmation: true });
    const approver = {
      approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: false }) as const,
    };
    const result = await run([{ calls: [{ name: "asks" }, { name: "look" }] }], { tools: [asks, look], approver });
    expect(result).toMatchObject({ stopReason: "denied", iterations: 1 });
    expect(result.messages.slice(2).map(({ content }) => String(content).slice(0, 23))).toEqual([
      "Error [approval_denied]",
      "Error [skipped]: The us",
    ]);
  });

  it("with denied when the refused call was made inside another", async () => {
    const asks = toolOf("asks", () => "ran", { requiresConfirmation: true });
    const outer = toolOf("outer", async (_, ctx) => {
      const first = await ctx.call("asks", {});
      const second = await ctx.call("look", {});
      return [first.error?.code, second.error?.code].join(", ");
    });
    const approver = {
      approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: false }) as const,
    };
    const result = await run([{ calls: [{ name: "outer" }, { name: "look" }] }], {
      tools: [asks, look, outer],
      approver,
    });
    expect(result).toMatchObject({ stopReason: "denied", iterations: 1 });
    expect(result.messages.slice(2).map(({ content }) => String(content).slice(0, 24))).toEqual([
      "approval_denied, skipped",
      "Error [skipped]: The use",
    ]);
  });

  it("with aborted: before it begins, in a model call, in a call, in prepareStep", async () => {
    const before = await run([{ text: "never" }], { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ stopReason: "aborted", iterations: 0 });
    expect(before.types).toEqual(["run_start", "done"]);
    // None of these ever ends by itself: waiting for one would last until this test is given up.
    const never = deferred<LlmCompletionResult>();
    const deaf = port(() => ({ stream: silent(), final: never.promise }));
    const hangs = toolOf("hangs", () => new Promise(() => undefined));
    const inCall = new WrittenModel([{ calls: [{ name: "hangs" }] }]);
    const stuck = () => new Promise<undefined>(() => undefined);
    for (const extra of [{ model: deaf }, { model: inCall, tools: [hangs] }, { prepareStep: stuck }]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 5);
      const { stopReason, types } = await run([{ text: "x" }], { ...extra, signal: controller.signal });
      expect(stopReason).toBe("aborted");
      expect(types.at(-1)).toBe("done");
    }
  });

  it("asks no model that it was told not to ask", async () => {
    const controller = new AbortController();
    const prepareStep = () => controller.abort();
    const { model, stopReason } = await run([{ text: "x" }], { prepareStep, signal: controller.signal });
    expect([stopReason, model.requests.length]).toEqual(["aborted", 0]);
  });
});
