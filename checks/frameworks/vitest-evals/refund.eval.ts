// An evaluation as a user of vitest-evals writes it, with an agent of Toolwright.
import { defineTool } from "@toolwright/core";
import { approverByRules, scripted } from "@toolwright/core/testing";
import { toolLoopHarness } from "@toolwright/evals/vitest-evals";
import { expect } from "vitest";
import { createJudge, describeEval, toolCalls, userMessages } from "vitest-evals";

const refund = defineTool({
  name: "refund",
  description: "Refund an order.",
  input: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
  effects: "write",
  requiresConfirmation: true,
  execute: ({ order }: { order: string }) => `${order} is refunded.`,
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const usage = { inputTokens: 100, outputTokens: 10, costUsd: 0.25 };

const harness = toolLoopHarness({
  name: "refunds",
  config: (input) => ({
    model: input.startsWith("Break")
      ? scripted([{ error: { code: "http", message: "overloaded", status: 529 } }])
      : scripted([
          { toolCalls: [{ name: "refund", arguments: { order: "A-7" } }, { name: "refund" }], usage },
          { text: "You get your money back.", usage },
        ]),
    tools: [refund],
    approver: approverByRules([{ tool: "refund", answer: true }]),
    logger: silent,
  }),
});

const politeness = createJudge("Politeness", async ({ output }: { output: string }) => ({
  score: output.startsWith("You") ? 1 : 0,
}));

describeEval("refunds", { harness, judges: [politeness], judgeThreshold: 1 }, (it) => {
  it("calls the tool, and reports what it used", async ({ run }) => {
    const result = await run("My lamp A-7 is broken.");
    expect(result.output).toBe("You get your money back.");
    expect(toolCalls(result)).toMatchObject([
      { name: "refund", arguments: { order: "A-7" }, status: "ok", result: "A-7 is refunded." },
      { name: "refund", arguments: {}, status: "error" },
    ]);
    expect(userMessages(result)).toMatchObject([{ content: "My lamp A-7 is broken." }]);
    expect(result.usage).toMatchObject({ inputTokens: 200, outputTokens: 20, totalTokens: 220, toolCalls: 2 });
    expect(result.usage.metadata).toEqual({ steps: 2, stopReason: "stop", costUsd: 0.5 });
    expect(result.errors).toEqual([]);
  });
});

describeEval("failures", { harness }, (it) => {
  it("are errors of the run", async ({ run }) => {
    const result = await run("Break.");
    expect(result.errors).toEqual([{ code: "http", message: "overloaded" }]);
  });
});
