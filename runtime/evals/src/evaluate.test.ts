import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type ModelPort, type ToolLoopConfig } from "@toolwright/core";
import { withPrices } from "@toolwright/core/telemetry";
import { expectCalls, playTape, type ScriptStep, scripted } from "@toolwright/core/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type EvaluateOptions, evaluate } from "./evaluate.ts";
import { reportText } from "./report/report-text.ts";
import type { EvalAgent, EvalTask } from "./task.ts";

const root = mkdtempSync(join(tmpdir(), "evals-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => join(root, `${(folders += 1)}`);

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const tools = [
  defineTool({
    name: "add",
    description: "Add two numbers.",
    input: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
    effects: "read",
    execute: ({ a, b }: { a: number; b: number }) => String(a + b),
  }),
];
const usage = { inputTokens: 100, outputTokens: 10 };
const call = (args: object): ScriptStep => ({ toolCalls: [{ name: "add", arguments: { ...args } }], usage });
const say = (text: string): ScriptStep => ({ text, usage });

const TASKS: readonly EvalTask<string>[] = [
  { id: "one", input: "What is 1 + 2?", expected: "3" },
  { id: "two", input: "What is 2 + 2?", expected: "4" },
];
const scorers: EvaluateOptions<string>["scorers"] = {
  answer: ({ answer }, { expected }) => answer === expected,
  calls: (run) => expectCalls(run, ["add"]),
};

/** An agent that knows what comes next by what has been said, and counts how often it is asked. */
function counting(steps: Readonly<Record<string, readonly ScriptStep[]>>) {
  let asked = 0;
  const agent = (task: EvalTask<string>): ToolLoopConfig => {
    const completionStream: ModelPort["completionStream"] = (params) => {
      asked += 1;
      const said = params.messages.filter(({ role }) => role === "assistant").length;
      return scripted(steps[task.id]?.slice(said, said + 1) ?? []).completionStream(params);
    };
    return { model: { name: "counted", completionStream }, tools, logger };
  };
  const it: EvalAgent<string> = (task, run) => run(agent(task));
  return { agent, it, asked: () => asked };
}

describe("evaluate", () => {
  it("reports what each agent passed, with its interval, steps, tokens, cost, refused and mended calls", async () => {
    const good = counting({ one: [call({ a: 1, b: 2 }), say("3")], two: [call({ a: 2, b: "2" }), say("4")] });
    const bad = counting({ one: [say("3")], two: [call({ a: 2 }), say("5")] });
    const prices = { counted: { input: 1, output: 10 } };
    const report = await evaluate(TASKS, {
      agents: {
        good: (task, run) => run({ ...good.agent(task), model: withPrices(good.agent(task).model, prices) }),
        bad: bad.it,
      },
      scorers,
    });
    const [one, other] = report.agents;
    expect(one).toMatchObject({ tasks: 2, passed: 2, passRate: 1, passedBy: { answer: 2, calls: 2 }, steps: 2 });
    expect(one).toMatchObject({ calls: 2, refused: 0, mended: 1, usage: { inputTokens: 400, outputTokens: 40 } });
    expect(one?.usage.costUsd).toBeCloseTo(0.0008, 8);
    expect(one?.interval.map((share) => share.toFixed(2))).toEqual(["0.34", "1.00"]);
    expect(other).toMatchObject({ passed: 0, passedBy: { answer: 1, calls: 1 }, calls: 1, refused: 1, steps: 1.5 });
    expect(report.failures.map(({ task, by }) => [task, by])).toEqual([
      ["one", "calls"],
      ["two", "answer"],
    ]);
    expect(report.failures[0]?.reason).toContain("  - add (any arguments)    was not made");
    expect(report.left).toEqual({ runs: 0 });
    expect(reportText(report).split("\n").slice(0, 4)).toEqual([
      "| Agent | Passed | 95 % interval | Steps | Tokens in / out | Cost | Calls | Refused | Mended |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
      "| good | 2 of 2 | 34 % to 100 % | 2.0 | 400 / 40 | $0.0008 | 2 | 0 | 1 |",
      "| bad | 0 of 2 | 0 % to 66 % | 1.5 | 300 / 30 | unknown | 1 | 1 | 0 |",
    ]);
  });

  it("goes on where it was, and scores again without asking a model", async () => {
    const folder = newFolder();
    const { it, asked } = counting({ one: [call({ a: 1, b: 2 }), say("3")], two: [call({ a: 2, b: 2 }), say("4")] });
    const options = { agents: { it }, scorers, folder };
    await evaluate(TASKS.slice(0, 1), options);
    expect(asked()).toBe(2);
    // As a process that was killed in the middle of a line leaves it.
    appendFileSync(join(folder, "results.jsonl"), '{"kind":"run","agent":"it","ta');
    const report = await evaluate(TASKS, options);
    expect(asked()).toBe(4);
    expect(report.agents[0]).toMatchObject({ tasks: 2, passed: 2 });
    const more = { ...options, scorers: { ...scorers, short: ({ answer }: { answer: string }) => answer.length < 3 } };
    expect((await evaluate(TASKS, more)).agents[0]?.passedBy).toEqual({ answer: 2, calls: 2, short: 2 });
    expect(asked()).toBe(4);
  });

  it("judges a stored run again where something else is expected of it", async () => {
    const folder = newFolder();
    const { it, asked } = counting({ one: [call({ a: 1, b: 2 }), say("3")] });
    const passed = async (expected: string) =>
      (await evaluate([{ id: "one", input: "1 + 2?", expected }], { agents: { it }, scorers, folder })).agents[0]
        ?.passed;
    expect([await passed("4"), await passed("3"), await passed("4"), asked()]).toEqual([0, 1, 0, 2]);
  });

  it("counts a run that its own signal has stopped, and goes on", async () => {
    const { agent } = counting({ two: [call({ a: 2, b: 2 }), say("4")] });
    const hangs = { name: "hangs", completionStream: scripted([]).completionStream };
    const report = await evaluate(TASKS, {
      agents: {
        it: (task, run) => run(task.id === "one" ? { model: hangs, logger, signal: AbortSignal.abort() } : agent(task)),
      },
      scorers,
    });
    expect(report.agents[0]).toMatchObject({ tasks: 2, passed: 1 });
    expect(report.left).toEqual({ runs: 0 });
  });

  it("has one budget for all runs, and says where an agent has one of its own beside it", async () => {
    const { agent } = counting({ one: [say("3")], two: [say("4")] });
    const own: EvalAgent<string> = (task, run) => run({ ...agent(task), budget: { maxTokens: 1 } });
    const both = await evaluate(TASKS, { agents: { own }, scorers, budget: { maxTokens: 10_000 } });
    expect(both.failures[0]?.reason).toBe(
      "evaluate has the budget of all runs: leave budget out of the configuration of the agent.",
    );
    const alone = await evaluate(TASKS, { agents: { own }, scorers });
    expect([alone.agents[0]?.tasks, alone.left]).toEqual([2, { runs: 0 }]);
  });

  it("keeps a tape of every run, which plays without a model", async () => {
    const folder = newFolder();
    const { it } = counting({ one: [call({ a: 1, b: 2 }), say("3")] });
    const tasks = TASKS.slice(0, 1);
    await evaluate(tasks, { agents: { "a/../b": it }, scorers, folder });
    const [name = ""] = readdirSync(join(folder, "tapes"));
    expect(readdirSync(join(folder, "tapes", name))).toEqual(["one.jsonl"]);
    const tape = playTape(readFileSync(join(folder, "tapes", name, "one.jsonl"), "utf8"));
    const played = { model: tape.model, use: [tape.around], now: tape.now, tools, logger };
    const report = await evaluate(tasks, { agents: { played }, scorers });
    expect(report.agents[0]).toMatchObject({ passed: 1, usage: { inputTokens: 200, outputTokens: 20 } });
    tape.assertComplete();
  });

  it("does not ask again what a run that was cut off has been answered", async () => {
    const folder = newFolder();
    const tasks = TASKS.slice(0, 1);
    const steps = [call({ a: 1, b: 2 }), { text: "", error: { code: "http" as const, message: "overloaded" } }];
    const first = counting({ one: steps });
    const report = await evaluate(tasks, { agents: { it: first.it }, scorers, folder });
    expect(report.agents[0]).toMatchObject({ tasks: 1, passed: 0 });
    expect(report.failures).toEqual([{ agent: "it", task: "one", by: "the run", reason: "overloaded" }]);
    const second = counting({ one: [call({ a: 0, b: 0 }), say("3")] });
    const again = await evaluate(tasks, { agents: { it: second.it }, scorers, folder });
    expect(second.asked()).toBe(1);
    expect(again.agents[0]).toMatchObject({ tasks: 1, passed: 1, steps: 2, usage: { inputTokens: 200 } });
    expect(readdirSync(join(folder, "tapes", "it"))).toEqual(["one.jsonl"]);
  });

  it("stops at its budget, counts what earlier processes spent, and goes on under a larger one", async () => {
    const folder = newFolder();
    const { it, asked } = counting({ one: [call({ a: 1, b: 2 }), say("3")], two: [call({ a: 2, b: 2 }), say("4")] });
    const under = (maxTokens: number) => evaluate(TASKS, { agents: { it }, scorers, folder, budget: { maxTokens } });
    const report = await under(300);
    expect(report.left).toEqual({ runs: 1, why: "budget" });
    expect(report.agents[0]).toMatchObject({ tasks: 1, passed: 1 });
    expect(reportText(report)).toContain("Not made: 1 run, because the budget is spent.");
    expect((await under(230)).left).toEqual({ runs: 1, why: "budget" });
    expect((await under(2_000)).agents[0]).toMatchObject({ tasks: 2, passed: 2 });
    expect(asked()).toBe(4);
  });

  it("leaves what a stop has kept from being made", async () => {
    const controller = new AbortController();
    const { it } = counting({ one: [call({ a: 1, b: 2 }), say("3")] });
    const report = await evaluate(TASKS, {
      agents: { it },
      scorers,
      signal: controller.signal,
      onRun: () => controller.abort(),
    });
    expect([report.agents[0]?.tasks, report.left]).toEqual([1, { runs: 1, why: "aborted" }]);
  });

  it("hands what an agent left to the scorers, and says of an agent that made no run, or broke, that it did", async () => {
    const { agent } = counting({ one: [say("3")], two: [say("4")] });
    const report = await evaluate(TASKS, {
      agents: {
        state: async (task, run) => ({ ...(await run(agent(task))), state: { files: 2 } }),
        idle: async () => ({ state: null }),
        broken: () => Promise.reject(new Error("No folder.")),
      },
      scorers: { files: ({ state }) => ({ passed: JSON.stringify(state) === '{"files":2}' }) },
      maxConcurrency: 3,
    });
    expect(report.agents.map(({ passed, tasks }) => [passed, tasks])).toEqual([
      [2, 2],
      [0, 2],
      [0, 2],
    ]);
    expect(new Set(report.failures.map(({ reason }) => reason))).toEqual(
      new Set(["The agent made no run: call run(config) in it.", "No folder."]),
    );
  });

  it.each([
    [{}, { agents: {}, scorers }, "The tasks of evaluate must be an array"],
    [[{ id: "a" }], { agents: {}, scorers }, "input is missing"],
    [[TASKS[0], TASKS[0]], { agents: {}, scorers }, "Two tasks of evaluate have the id one"],
    [TASKS, { agents: {}, scorers, maxCost: 1 }, 'no option "maxCost"; here it is budget: { maxCostUsd }'],
    [TASKS, { agents: { it: 3 }, scorers }, "agents must be an object { name: config or"],
    [TASKS, { agents: {}, scorers: { it: true } }, "scorers must be an object { name:"],
    [TASKS, { agents: {}, scorers, budget: { maxUsd: 1 } }, 'no option "maxUsd"'],
  ])("refuses %j, %j", async (tasks, options, said) => {
    await expect(Reflect.apply(evaluate, undefined, [tasks, options])).rejects.toThrow(said);
  });

  it("refuses results of another task of the same id, and a file that holds something else", async () => {
    const folder = newFolder();
    const { agent } = counting({ one: [say("3")] });
    const options = { agents: { it: agent({ id: "one", input: "" }) }, scorers, folder };
    await evaluate([{ id: "one", input: "a" }], options);
    await expect(evaluate([{ id: "one", input: "b" }], options)).rejects.toThrow(
      "The task one asked for something else when its results were kept: give it another id, or name another folder.",
    );
    appendFileSync(join(folder, "results.jsonl"), '{"kind":"note"}\n');
    await expect(evaluate([{ id: "one", input: "a" }], options)).rejects.toThrow("results.jsonl:4 is no result");
  });
});
