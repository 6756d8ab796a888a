import {
  ActivityStream,
  type Approver,
  type Budget,
  createBudget,
  defineTool,
  type JournalEvent,
  type ModelObserver,
  type ModelPort,
  runToolLoop,
  type ToolLoopConfig,
  type Usage,
} from "@toolwright/core";
import { type InvocationSummary, summariseInvocations } from "@toolwright/core/telemetry";
import { type ScriptStep, scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { createSubAgents } from "../../agents/create-sub-agents.ts";
import { SUB_AGENTS } from "../../agents/sub-agents.port.ts";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { readTool } from "../read/read.tool.ts";
import { writeTool } from "../write/write.tool.ts";
import { agentTool } from "./agent.tool.ts";

const call = (name: string, args: object): ScriptStep => ({ toolCalls: [{ name, arguments: { ...args } }] });
const agents = (...prompts: readonly string[]): ScriptStep => ({
  toolCalls: prompts.map((prompt) => ({ name: "agent", arguments: { description: "look", prompt } })),
});
const usage = {
  inputTokens: 100,
  cachedInputTokens: 90,
  cacheWriteTokens: 5,
  outputTokens: 10,
  reasoningTokens: 4,
  costUsd: 0.5,
};

const pay = defineTool({
  name: "pay",
  description: "",
  input: { type: "object" },
  requiresConfirmation: true,
  execute: () => "paid",
});

/** One model for the run and its agents: by the last words of the user. */
function byTask(steps: Readonly<Record<string, () => ModelPort>>): ModelPort {
  const models = new Map<string, ModelPort>();
  return {
    name: "by task",
    completionStream(params) {
      const task = String(params.messages.find(({ role }) => role === "user")?.content);
      const model = models.get(task) ?? steps[task]?.() ?? scripted([{ text: "ok", usage }]);
      models.set(task, model);
      return model.completionStream(params);
    },
  };
}

function after(ms: number, model: ModelPort): ModelPort {
  return {
    name: "slow",
    completionStream(params) {
      const wait = new Promise((resolve) => setTimeout(resolve, ms));
      const { stream, final } = model.completionStream(params);
      const late = async function* () {
        await wait;
        yield* stream;
      };
      return { stream: late(), final: wait.then(() => final) };
    },
  };
}

async function run(
  steps: Readonly<Record<string, () => ModelPort>>,
  approver?: Approver,
  observer?: ModelObserver,
  signal?: AbortSignal,
  budget?: Budget,
) {
  const workspace = await createMemoryWorkspace({ files: { "a.txt": "one\n" } });
  const activity = new ActivityStream();
  const events: JournalEvent[] = [];
  activity.subscribe("*", (event) => events.push(event));
  const overrides = new Map<string, () => unknown>([
    [WORKSPACE.id, () => workspace],
    [SUB_AGENTS.id, () => made],
  ]);
  const tools = [agentTool(), readTool(), writeTool(), pay];
  const model = byTask(steps);
  const config: ToolLoopConfig = { model, tools, overrides, ...(approver && { approver }) };
  // Where its events go the run says itself: a host makes the agents before it.
  const made = createSubAgents({ config: () => config });
  const own = { activity, ...(observer && { observer }), ...(signal && { signal }), ...(budget && { budget }) };
  const result = await runToolLoop({ ...config, ...own }, [{ role: "user", content: "go" }], "test", "1");
  return { result, events };
}

describe("agents of one step", () => {
  it("work at the same time", async () => {
    const prompts = ["1", "2", "3", "4"];
    const slow = () => after(300, scripted([{ text: "ok" }]));
    const steps = Object.fromEntries(prompts.map((prompt) => [prompt, slow]));
    let most = 0;
    let open = 0;
    const { events } = await run({ ...steps, go: () => scripted([agents(...prompts), { text: "done" }]) });
    for (const { type } of events) {
      if (type === "tool_call_start") most = Math.max(most, (open += 1));
      if (type === "tool_call_end") open -= 1;
    }
    expect(most).toBe(4);
  });

  it("tell their calls as events below the call that started them, and cost what they cost", async () => {
    const { result, events } = await run({
      go: () =>
        scripted([
          { ...agents("1"), usage },
          { text: "done", usage },
        ]),
      "1": () =>
        scripted([
          { ...call("read", { file_paths: ["a.txt"] }), usage },
          { text: "one", usage },
        ]),
    });
    const outer = events.find((event) => event.type === "tool_call_start" && event.data.toolName === "agent");
    const inner = events.filter(({ parentId }) => outer !== undefined && parentId === outer.id);
    const isLive = (type: string) => type === "tool_output_chunk" || type === "tool_call_running";
    expect(inner.map(({ type }) => type).filter((type) => !isLive(type))).toEqual(["tool_call_start", "tool_call_end"]);
    expect(inner.find(({ type }) => type === "tool_call_end")).toMatchObject({
      runId: outer?.runId,
      data: { toolName: "read", success: true, result: { output: { text: expect.stringContaining("one") } } },
    });
    expect(result.usage).toEqual({
      inputTokens: 400,
      cachedInputTokens: 360,
      cacheWriteTokens: 20,
      outputTokens: 40,
      reasoningTokens: 16,
      costUsd: 2,
    });
  });

  it("spend of the budget of the run that they work for, once, and say where it ended their work", async () => {
    const spent = { inputTokens: 1, outputTokens: 99 };
    const endless = () =>
      scripted(Array.from({ length: 9 }, (_, n) => ({ ...call("read", { file_paths: [`${n}.txt`] }), usage: spent })));
    const budget = createBudget({ maxTokens: 2_000 });
    const steps = { go: () => scripted([{ ...agents("1", "2"), usage: spent }]), "1": endless, "2": endless };
    const { result, events } = await run(steps, undefined, undefined, undefined, budget);
    expect(result.stopReason).toBe("budget");
    expect(budget.spent.tokens).toBe(result.usage.inputTokens + result.usage.outputTokens);
    expect(budget.spent.tokens).toBeGreaterThan(1_000);
    // Without `maxTokens` the excess is what the calls under way have written.
    expect(budget.spent.tokens).toBeLessThanOrEqual(2_000 + 2 * 99);
    const reports = events.filter(({ type, parentId }) => type === "tool_call_end" && parentId === undefined);
    expect(JSON.stringify(reports)).toContain("out of budget");
  });

  it("that work on after their run are counted with their report, and summed with everything else", async () => {
    const counted = { calls: 0 };
    const paid = (steps: readonly ScriptStep[], ms = 0): ModelPort => {
      const model = scripted(steps.map((step) => ({ ...step, usage })));
      return after(ms, {
        name: "counted",
        completionStream(params) {
          counted.calls += 1;
          return model.completionStream(params);
        },
      });
    };
    const background = {
      toolCalls: ["1", "2"].map((prompt) => {
        return { name: "agent", arguments: { description: "look", prompt, background: true } };
      }),
    };
    const summaries: InvocationSummary[] = [];
    const { observer } = summariseInvocations({ sink: (summary) => void summaries.push(summary) });
    const { result, events } = await run(
      {
        go: () => paid([background, { text: "done" }]),
        "1": () => paid([call("read", { file_paths: ["a.txt"] }), { text: "one" }], 100),
        "2": () => paid([{ text: "two" }], 50),
      },
      undefined,
      observer,
    );
    const late = () => events.flatMap((event) => (event.type === "async_result" ? [event.data] : []));
    await expect.poll(() => late()).toHaveLength(2);
    const all = [result.usage, ...late().map((data) => data.usage)];
    const sum = (count: (one: Usage) => number | undefined) =>
      all.reduce((total, one) => total + (one === undefined ? 0 : (count(one) ?? 0)), 0);
    expect(counted.calls).toBe(5);
    expect(sum(({ inputTokens }) => inputTokens)).toBe(500);
    expect(sum(({ outputTokens }) => outputTokens)).toBe(50);
    expect(sum(({ costUsd }) => costUsd)).toBeCloseTo(2.5);
    await expect.poll(() => summaries).toHaveLength(5);
    expect(new Set(summaries.map(({ runId }) => runId)).size).toBe(1);
    expect(new Set(summaries.map(({ conversation }) => conversation.chatId))).toEqual(new Set(["1"]));
  });

  it("that are stopped are counted as far as they came", async () => {
    const stop = new AbortController();
    let asked = 0;
    const endless: ModelPort = {
      name: "endless",
      completionStream(params) {
        asked += 1;
        if (asked === 3) stop.abort();
        return scripted([{ ...call("read", { file_paths: [`${asked}.txt`] }), usage }]).completionStream(params);
      },
    };
    const go = () => scripted([{ ...agents("1"), usage }]);
    const { result } = await run({ go, "1": () => endless }, undefined, undefined, stop.signal);
    expect(result.stopReason).toBe("aborted");
    expect(result.usage.inputTokens).toBeGreaterThanOrEqual(300);
  });

  it("ask at once, together with the run they work for", async () => {
    let open = 0;
    let answer = () => {};
    const allAsked = new Promise<void>((resolve) => (answer = resolve));
    const approver: Approver = {
      async approve({ approvalId }) {
        if ((open += 1) === 3) answer();
        await allAsked;
        return { approvalId, approve: true };
      },
    };
    const asking = () => scripted([call("pay", {}), { text: "paid" }]);
    const both = { toolCalls: [...(agents("1", "2").toolCalls ?? []), { name: "pay", arguments: {} }] };
    const { result, events } = await run(
      { go: () => scripted([both, { text: "done" }]), "1": asking, "2": asking },
      approver,
    );
    expect([result.stopReason, open]).toEqual(["stop", 3]);
    const asked = events.flatMap(({ type, data }) => (type === "approval_request" ? [data.toolCallId] : []));
    const paid = events.flatMap((event) =>
      event.type === "tool_call_start" && event.data.toolName === "pay" ? [event.data.toolCallId] : [],
    );
    expect(asked.toSorted()).toEqual(paid.toSorted());
    expect(events.filter(({ type }) => type === "approval_decision")).toHaveLength(3);
    expect(asked.filter((id) => id.includes("/"))).toHaveLength(2);
  });

  it("stop the run where a person says no without a note to one of them, and only then", async () => {
    const no = (reason?: string): Approver => ({
      approve: async ({ approvalId }) => ({ approvalId, approve: false, ...(reason && { reason }) }),
    });
    const steps = {
      go: () => scripted([agents("1"), { text: "went on" }]),
      "1": () => scripted([call("pay", {}), { text: "not paid" }]),
    };
    expect((await run(steps, no())).result.stopReason).toBe("denied");
    expect((await run(steps, no("not now"))).result).toMatchObject({ stopReason: "stop", content: "went on" });
  });

  it("that fail leave a record of what they called and changed", async () => {
    const broken = () =>
      scripted([call("write", { file_path: "b.txt", content: "b\n" }), { error: { code: "http", message: "down" } }]);
    const { events } = await run({ go: () => scripted([agents("1"), { text: "done" }]), "1": broken });
    const end = events.find((event) => event.type === "tool_call_end" && event.data.toolName === "agent");
    expect(end).toMatchObject({
      data: { success: false, result: { artifact: { callCount: 1, changed: ["/work/b.txt"] } } },
    });
  });

  it("are not started on a blank prompt", async () => {
    const { events } = await run({ go: () => scripted([agents(" \n"), { text: "done" }]) });
    expect(JSON.stringify(events)).toContain("The prompt is blank.");
  });
});

describe("the end of a run", () => {
  const worker = (...steps: ScriptStep[]) => ({
    go: () => scripted([agents("work"), { text: "All done." }]),
    work: () => scripted([...steps, { text: "ok" }]),
  });
  const refused = call("write", { file_path: "b.txt" });
  const written = call("write", { file_path: "b.txt", content: "b" });

  it.each([
    ["looked", [call("read", { file_path: "a.txt" })], undefined],
    ["failed to write", [refused], false],
    ["wrote at last", [refused, written], true],
  ])("tells what came of an agent that %s", async (_, steps, changed) => {
    const { result } = await run(worker(...steps));
    expect([result.content, result.changed]).toEqual(["All done.", changed]);
  });
});
