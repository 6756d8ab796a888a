import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { watched } from "../../test/support.ts";
import { type Budget, createBudget } from "../budget/budget.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { CompletionStreamParams, LlmCompletionResult, ModelPort, Usage } from "../model/model-port.ts";
import { PendingApprovals } from "../run/pending-approvals.ts";
import { withPrices } from "../telemetry/with-prices.ts";
import { runToolLoop } from "./tool-loop.ts";

async function* nothing() {}

interface Meter {
  readonly name?: string;
  /** What the provider bills for its n-th request; undefined: it does not say. */
  readonly bills?: (n: number) => Usage | undefined;
  /** The calls of its n-th answer; none ends the run. */
  readonly calls?: (n: number) => readonly { readonly name: string; readonly args?: object }[];
  readonly failsAt?: number;
}

/** A model that reports what it takes. */
function metered({ name = "metered", bills = () => TEN, calls = () => [LOOK], failsAt = -1 }: Meter = {}) {
  const requests: CompletionStreamParams[] = [];
  const model: ModelPort = {
    name,
    completionStream(params) {
      const n = requests.push(params) - 1;
      return { stream: nothing(), final: Promise.resolve(answer(n)) };
    },
  };
  const answer = (n: number): LlmCompletionResult => {
    const usage = bills(n);
    const about = { model: name, ...(usage !== undefined && { usage }) };
    const message = { role: "assistant", content: `step ${n}` } as const;
    if (n === failsAt) return { message, ...about, finishReason: "error", error: { code: "http", message: "busy" } };
    const toolCalls = calls(n).map((call, place) => ({
      id: `${name}-${n}-${place}`,
      type: "function" as const,
      function: { name: call.name, arguments: JSON.stringify(call.args ?? { n }) },
    }));
    if (toolCalls.length === 0) return { message, ...about, finishReason: "stop" };
    return { message: { ...message, tool_calls: toolCalls }, ...about, finishReason: "tool_calls", toolCalls };
  };
  return { model, requests };
}

const TEN: Usage = { inputTokens: 8, outputTokens: 2 };
const LOOK = { name: "look" };
const look = toolOf("look", () => "seen", { effects: "read" });
const go = [{ role: "user", content: "go" }] as const;

describe("a run with a budget", () => {
  it("makes no model call that does not fit what is left, and ends with budget", async () => {
    const { model, requests } = metered({ bills: () => ({ inputTokens: 300, outputTokens: 100 }) });
    const { activity, events } = watched();
    const config = { model, tools: [look], activity, budget: { maxTokens: 1_000 }, llmOptions: { maxTokens: 100 } };
    const result = await runToolLoop(config, go);
    expect(result).toMatchObject({ stopReason: "budget", iterations: 2, content: "" });
    expect(requests).toHaveLength(2);
    expect(result.usage).toMatchObject({ inputTokens: 600, outputTokens: 200 });
    const told = events.flatMap(({ type, data }) => (type === "warning" ? [data] : []));
    expect(told).toMatchObject([
      { code: "budget_low", message: "The budget is nearly spent: 800 of 1,000 tokens are spent." },
      { code: "budget_spent", message: expect.stringContaining("800 of 1,000 tokens are spent") },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "done", data: { stopReason: "budget" } });
  });

  it("goes on with its messages under another budget", async () => {
    const bills = () => ({ inputTokens: 300, outputTokens: 100 });
    const first = await runToolLoop({ model: metered({ bills }).model, tools: [look], budget: { maxTokens: 900 } }, go);
    expect(first.stopReason).toBe("budget");
    const { model } = metered({ bills, calls: () => [] });
    const next = await runToolLoop({ model, tools: [look], budget: { maxTokens: 900 } }, first.messages);
    expect(next).toMatchObject({ stopReason: "stop", content: "step 0" });
  });

  it("with nothing to spend calls no model", async () => {
    for (const budget of [{ maxTokens: 0 }, { maxSeconds: 0 }]) {
      const { model, requests } = metered();
      expect(await runToolLoop({ model, budget }, go)).toMatchObject({ stopReason: "budget", iterations: 0 });
      expect(requests).toEqual([]);
    }
    const { model } = metered({ calls: () => [] });
    expect(await runToolLoop({ model, budget: {} }, go)).toMatchObject({ stopReason: "stop" });
  });

  it("in money needs a price that is known, and says of which model", async () => {
    const { model } = metered({ name: "litellm:gpt" });
    const free = await runToolLoop({ model, budget: { maxCostUsd: 1 } }, go);
    expect(free).toMatchObject({ stopReason: "error", iterations: 0 });
    expect(free.error?.message).toContain("budget.maxCostUsd needs the price of litellm:gpt");
    const priced = withPrices(model, { gpt: { input: 1_000, output: 10_000 } });
    const summaries = { model: metered({ name: "writer" }).model };
    const other = await runToolLoop({ model: priced, compaction: summaries, budget: { maxCostUsd: 1 } }, go);
    expect(other.error?.message).toContain("price of writer");
    // A call costs 0.028: of ten cents three fit, and a fourth would not.
    const { stopReason, iterations, usage } = await runToolLoop(
      { model: priced, tools: [look], budget: { maxCostUsd: 0.1 }, llmOptions: { maxTokens: 2 } },
      go,
    );
    expect({ stopReason, iterations }).toEqual({ stopReason: "budget", iterations: 3 });
    expect(usage.costUsd).toBeCloseTo(0.084, 10);
  });

  it("counts an answer whose provider says nothing as what was reserved, and a refused request as nothing", async () => {
    const silent = metered({ bills: () => undefined });
    const budget = createBudget({ maxTokens: 2_000 });
    const limited = { budget, llmOptions: { maxTokens: 500 } };
    expect(await runToolLoop({ model: silent.model, tools: [look], ...limited }, go)).toMatchObject({
      stopReason: "budget",
      iterations: 3,
    });
    const refused = createBudget({ maxTokens: 2_000 });
    const { model } = metered({ bills: () => undefined, failsAt: 0 });
    await runToolLoop({ model, budget: refused, llmOptions: { maxTokens: 500 } }, go);
    expect(refused.spent.tokens).toBe(0);
  });

  it("of a limit in seconds does not count the time in which a person is waited for", async () => {
    const approver = new PendingApprovals();
    const send = toolOf("send", () => "sent", { requiresConfirmation: true });
    const { activity } = watched();
    activity.subscribe("approval_request", ({ data: { approvalId } }) => {
      setTimeout(() => approver.answer({ approvalId, approve: true }), 700);
    });
    const calls = (n: number) => (n < 2 ? [{ name: "send" }] : []);
    const { model } = metered({ calls });
    const budget = createBudget({ maxSeconds: 30 });
    const began = performance.now();
    expect(await runToolLoop({ model, tools: [send], approver, activity, budget }, go)).toMatchObject({
      stopReason: "stop",
    });
    const seconds = (performance.now() - began) / 1_000;
    expect(seconds).toBeGreaterThan(1.3);
    expect(budget.spent.seconds).toBeLessThan(seconds - 1.3);
  });

  it("counts what a tool spends on models of its own, once", async () => {
    const budget = createBudget({ maxTokens: 10_000 });
    const spend = defineTool({
      ...{ name: "spend", description: "Spends tokens.", input: { type: "object" }, effects: "read" },
      async execute(_input, context) {
        context.addUsage({ inputTokens: 100, outputTokens: 0 });
        expect(context.budget).toBe(budget);
        const inner = metered({ calls: () => [] });
        const { usage } = await runToolLoop({ model: inner.model, budget: context.budget }, go);
        context.addUsage(usage, { isCounted: true });
        return "spent";
      },
    });
    const calls = (n: number) => (n === 0 ? [{ name: "spend", args: {} }] : []);
    const result = await runToolLoop({ model: metered({ calls }).model, tools: [spend], budget }, go);
    expect(result.usage).toMatchObject({ inputTokens: 8 + 100 + 8 + 8, outputTokens: 6 });
    expect(budget.spent.tokens).toBe(130);
  });
});

it("never spends more than its limit over steps, agents side by side and failures, where providers bill no more than was reserved", async () => {
  const agents = fc.array(fc.tuple(fc.nat(6), fc.nat(400), fc.nat(6)), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 6_000 }), agents, async (maxTokens, plans) => {
      const budget: Budget = createBudget({ maxTokens });
      const llmOptions = { maxTokens: 400 };
      const runs = plans.map(([steps, output, failsAt], place) => {
        // The provider counts fewer tokens than the estimate, and writes at most what it may.
        const bills = () => ({ inputTokens: 1, outputTokens: output });
        const calls = (n: number) => (n < steps ? [LOOK] : []);
        const { model } = metered({ name: `agent-${place}`, bills, calls, failsAt });
        return runToolLoop({ model, tools: [look], budget, llmOptions }, go);
      });
      const results = await Promise.all(runs);
      const sum = results.reduce((total, { usage }) => total + usage.inputTokens + usage.outputTokens, 0);
      expect(budget.spent.tokens).toBe(sum);
      expect(sum).toBeLessThanOrEqual(maxTokens);
      // Who was stopped by the budget could not have made another call, whose request is reckoned to take 400 to 500.
      if (results.some(({ stopReason }) => stopReason === "budget")) expect(sum + 400).toBeGreaterThan(maxTokens - 500);
    }),
    { numRuns: 150 },
  );
});

describe("stopWhen", () => {
  const steps = (n: number) => ({ calls: [{ name: "look", args: { n } }] });

  it("ends a run between two steps, when its condition is met", async () => {
    const seen: number[] = [];
    const result = await run(steps, {
      stopWhen: ({ iterations, messages, usage }) => {
        seen.push(messages.length);
        return iterations === 3 && usage.inputTokens >= 0;
      },
    });
    expect(result).toMatchObject({ stopReason: "stop_when", iterations: 3, content: "" });
    expect(seen).toEqual([3, 5, 7]);
    expect(result.types.at(-1)).toBe("done");
  });

  it("is not asked where the run ends anyway, may take its time, and may fail the run", async () => {
    const never = await run([{ text: "done" }], { stopWhen: () => true });
    expect(never).toMatchObject({ stopReason: "stop", content: "done" });
    const late = await run(steps, { stopWhen: async ({ iterations }) => iterations > 1 });
    expect(late).toMatchObject({ stopReason: "stop_when", iterations: 2 });
    const failed = await run(steps, {
      stopWhen: () => {
        throw new Error("no idea");
      },
    });
    expect(failed).toMatchObject({ stopReason: "error", error: { code: "internal" } });
    expect(failed.error?.message).toBe(
      "The run failed: stopWhen, which is given { iterations, usage, messages }, failed: no idea",
    );
  });
});
