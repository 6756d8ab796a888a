import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { deferred, toolOf } from "../../test/making.ts";
import { type Answer, WrittenModel } from "../../test/support.ts";
import { createBudget } from "../budget/budget.ts";
import type { JournalEvent } from "../journal/event.ts";
import { outputText } from "../result/output-text.ts";
import { PendingApprovals } from "../run/pending-approvals.ts";
import { type Approver, askForWrites, type Policy } from "../run/policy.ts";
import { type AgentToolOptions, agentTool } from "./agent-tool.ts";

/** A run whose model gives the agent one task, and ends. */
async function delegated(answers: readonly Answer[], { agent, ...extra }: Delegated = {}) {
  const model = new WrittenModel(answers);
  const helper = agentTool({ name: "helper", description: "Helps.", model, ...agent });
  const calls = [{ id: "h", name: "helper", args: { prompt: "Do it." } }];
  const ended = await run([{ calls }, { text: "Thanks." }], { tools: [helper], ...extra });
  const last = ended.events.findLast(
    (event) => event.type === "tool_call_end" && event.data.toolCallId === "h",
  ) as Extract<JournalEvent, { type: "tool_call_end" }>;
  const { result } = last.data;
  return { ...ended, agentModel: model, result, text: outputText(result.output) };
}

type Extra = NonNullable<Parameters<typeof run>[1]>;
type Delegated = Omit<Extra, "model" | "tools"> & { readonly agent?: Partial<AgentToolOptions> };

const save = toolOf("save", () => "saved", { effects: "write" });
const saving: Answer = { calls: [{ id: "s", name: "save", args: {} }] };

describe("agentTool", () => {
  it("gives the last words of an agent that knows its task alone, with tools of its own", async () => {
    const { text, result, agentModel, content } = await delegated([saving, { text: "I saved it." }], {
      agent: { tools: [save], instructions: "You save." },
    });
    expect(text).toBe("I saved it.");
    expect(content).toBe("Thanks.");
    expect(agentModel.requests[0]?.messages).toMatchObject([
      { role: "system", content: "You save." },
      { role: "user", content: "Do it." },
    ]);
    expect(agentModel.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(["save"]);
    expect(result.artifact).toMatchObject({
      end: "completed",
      turns: 2,
      calls: [{ toolName: "save", arguments: "{}", isError: false }],
      callCount: 1,
    });
  });

  it("tells its calls in the events of the run, below the call that it works for", async () => {
    const chatty = toolOf("save", () => ({ ...SAID, output: { type: "text", text: "ok" } }), { effects: "write" });
    const heard: string[] = [];
    const own: string[] = [];
    const { events } = await delegated([saving, { text: "Done." }], {
      agent: { tools: [chatty], onEvent: ({ type, parentId }) => own.push(`${type} ${parentId ?? ""}`.trim()) },
      onUserMessage: ({ text }) => heard.push(text),
    });
    const calls = events.filter(({ type }) => type === "tool_call_start" || type === "tool_call_end");
    expect(calls.map(({ type, id, parentId }) => [type, id, parentId])).toEqual([
      ["tool_call_start", "h", undefined],
      ["tool_call_start", "h/s", "h"],
      ["tool_call_end", "h/s", "h"],
      ["tool_call_end", "h", undefined],
    ]);
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(1);
    expect(heard).toEqual(["Saved for you."]);
    expect([own[0], own.at(-1)]).toEqual(["run_start h", "done"]);
  });

  it("asks the approver of the run, by the policy of the run, under its name", async () => {
    const asked: string[] = [];
    const approver: Approver = {
      approve: async ({ approvalId, toolName, toolCallId, reason }) => {
        asked.push(`${toolName} ${toolCallId} ${reason}`);
        return { approvalId, approve: true };
      },
    };
    const { result, events } = await delegated([saving, { text: "Done." }], {
      agent: { tools: [save] },
      policy: askForWrites,
      approver,
    });
    expect(asked).toEqual(["save h/s [agent helper] save may change files or other state here."]);
    expect(result.artifact).toMatchObject({ calls: [{ isError: false }] });
    const told = events.filter(({ type }) => type === "approval_request" || type === "approval_decision");
    expect(told.map(({ parentId, data }) => [parentId, "toolCallId" in data && data.toolCallId])).toEqual([
      ["h/s", "h/s"],
      ["h/s", "h/s"],
    ]);
  });

  it("is refused a call where nobody can be asked, and stops the run where a person refuses without a word", async () => {
    let runs = 0;
    const counted = toolOf("save", () => String(runs++), { effects: "write" });
    const unasked = await delegated([saving, { text: "No." }], { agent: { tools: [counted] }, policy: askForWrites });
    expect(unasked.result.artifact).toMatchObject({ end: "completed", calls: [{ isError: true }] });
    const refused = await delegated([saving, { text: "No." }], {
      agent: { tools: [counted] },
      policy: askForWrites,
      approver: { approve: async ({ approvalId }) => ({ approvalId, approve: false }) },
    });
    expect([refused.stopReason, refused.result.artifact]).toMatchObject(["denied", { end: "denied" }]);
    expect(runs).toBe(0);
  });

  it.each<[string, Policy | undefined, Policy | undefined]>([
    ["the policy of the run", deny(), undefined],
    ["its own", undefined, deny()],
    ["one of both", { decide: () => ({ verdict: "allow" }) }, deny()],
  ])("is denied what %s denies", async (_whose, policy, own) => {
    const { result, agentModel } = await delegated([saving, { text: "No." }], {
      policy,
      agent: { tools: [save], policy: own },
    });
    expect(result.artifact).toMatchObject({ calls: [{ toolName: "save", isError: true }] });
    expect(JSON.stringify(agentModel.requests[1]?.messages)).toContain("policy_denied");
  });

  it("does not lose what one of two policies provides", async () => {
    const guarded = (guard: string): Policy => ({
      decide: () => ({ verdict: "allow" }),
      provides: new Map([["guard", () => guard]]),
    });
    const agent = { policy: guarded("strict") };
    const { result } = await delegated([{ text: "Hi." }], { policy: guarded("lax"), agent });
    expect(result).toMatchObject({
      isError: true,
      error: { message: expect.stringContaining("The policies of the run and of the agent both provide guard.") },
    });
  });

  it("resolves what the run resolves, and masks what the run masks", async () => {
    const key = { id: "shelf", scope: "run", create: () => "empty" } as const;
    const show = toolOf("save", async (_, ctx) => `${await ctx.resolve(key)} sw0rdfish-in-the-vault ${ctx.deps.who}`);
    const { agentModel } = await delegated([saving, { text: "Done." }], {
      agent: { tools: [show] },
      overrides: new Map([["shelf", () => "books"]]),
      secrets: [{ name: "vault", value: "sw0rdfish-in-the-vault" }],
      deps: { who: "ann" },
    });
    const said = JSON.stringify(agentModel.requests[1]?.messages);
    expect(said).toContain("books");
    expect(said).toContain("ann");
    expect(said).not.toContain("sw0rdfish");
  });

  it("is counted in the sums of the run, and works under its budget", async () => {
    const alone = await delegated([saving, { text: "Done." }], { agent: { tools: [save] } });
    expect(alone.usage).toMatchObject({ inputTokens: 4, outputTokens: 4 });
    expect(alone.result.artifact).toMatchObject({ usage: { inputTokens: 2, outputTokens: 2 } });

    const budget = createBudget({ maxTokens: 300 });
    const endless = Array.from(
      { length: 30 },
      (_, n): Answer => ({ calls: [{ id: `s${n}`, name: "save", args: { n } }] }),
    );
    const spent = await delegated(endless, { agent: { tools: [save] }, budget });
    expect(spent.result.artifact).toMatchObject({ end: "out of budget" });
    expect(spent.agentModel.requests.length).toBeLessThan(30);
    expect(budget.spent.tokens).toBe(spent.usage.inputTokens + spent.usage.outputTokens);
  });

  it("ends with the run", async () => {
    const stop = new AbortController();
    const began = deferred<void>();
    const hangs = toolOf("save", (_, { signal }) => {
      began.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const running = delegated([saving], { agent: { tools: [hangs] }, signal: stop.signal });
    await began.promise;
    stop.abort();
    const { stopReason, events } = await running;
    expect(stopReason).toBe("aborted");
    expect(events.filter(({ type }) => type === "tool_call_end")).toHaveLength(2);
  });

  it("works beside others", async () => {
    const together = deferred<void>();
    let there = 0;
    const meet = toolOf("save", async () => {
      if (++there === 3) together.resolve();
      await together.promise;
      return "met";
    });
    const one = (name: string) =>
      agentTool({ name, description: "Meets.", model: new WrittenModel([saving, { text: "Met." }]), tools: [meet] });
    const calls = ["a", "b", "c"].map((name) => ({ id: name, name, args: { prompt: "Meet." } }));
    const { messages } = await run([{ calls }, { text: "All." }], { tools: ["a", "b", "c"].map(one) });
    expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
      "Met.",
      "Met.",
      "Met.",
    ]);
  });

  it("has agents of its own, whose questions name the way", async () => {
    const reasons: unknown[] = [];
    const inner = agentTool({
      name: "inner",
      description: "Saves.",
      model: new WrittenModel([saving, { text: "Saved." }]),
      tools: [save],
    });
    const outer: Answer = { calls: [{ id: "i", name: "inner", args: { prompt: "Save." } }] };
    const { events } = await delegated([outer, { text: "Done." }], {
      agent: { tools: [inner] },
      policy: askForWrites,
      approver: {
        approve: async ({ approvalId, reason, toolCallId }) => {
          reasons.push([toolCallId, reason]);
          return { approvalId, approve: true };
        },
      },
    });
    expect(reasons).toEqual([["h/i/s", "[agent helper] [agent inner] save may change files or other state here."]]);
    expect(events.find(({ id, type }) => id === "h/i/s" && type === "tool_call_end")?.parentId).toBe("h/i");
  });

  it("is asked for a report when its turns are used up", async () => {
    const { text, agentModel } = await delegated([saving, saving, { text: "Half of it." }], {
      agent: { tools: [save], limits: { turns: 2 } },
    });
    expect(text).toBe("[agent helper out of turns, 3 turns, 2 calls]\nHalf of it.");
    expect(agentModel.requests[2]?.tools ?? []).toEqual([]);
    expect(agentModel.requests[2]?.messages.at(-1)?.content).toContain("out of turns");
  });

  it("has no time taken by the wait for a person, and its time by its own work", async () => {
    const approvals = new PendingApprovals();
    const running = delegated([saving, { text: "Saved." }], {
      agent: { tools: [save], limits: { timeMs: 60 } },
      policy: askForWrites,
      approver: approvals,
    });
    await expect.poll(() => approvals.list().length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const [question] = approvals.list();
    approvals.answer({ approvalId: question?.approvalId ?? "", approve: true });
    expect((await running).text).toBe("Saved.");

    const slow = toolOf("save", (_, { signal }) => {
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const late = await delegated([saving, { text: "Too late." }], { agent: { tools: [slow], limits: { timeMs: 30 } } });
    expect(late.text).toBe("[agent helper out of time, 2 turns, 1 call]\nToo late.");
  });

  it("says what went wrong, and what it had done", async () => {
    const { result, messages } = await delegated([saving, { finishReason: "error" }], { agent: { tools: [save] } });
    expect(result.isError).toBe(true);
    expect(messages.find(({ role }) => role === "tool")?.content).toMatch(
      /The agent helper failed after 2 turns, 1 call: ./,
    );
  });

  it.each<[object, string]>([
    [{ name: "x", description: "y" }, "agentTool: model is missing"],
    [{ system: "z" }, "here it is instructions"],
    [{ maxIterations: 5 }, "limits: { turns: 30 }"],
    [{ limits: { turns: 0 } }, "turns"],
    [{ tools: [{}] }, "has no execute function"],
  ])("refuses %j", (given, sentence) => {
    const options = { name: "x", description: "y", model: new WrittenModel([]), ...given };
    const wanted = "model" in given || Object.keys(given).length === 2 ? given : options;
    expect(() => agentTool(wanted as AgentToolOptions)).toThrow(sentence);
  });
});

const SAID = { forUser: "Saved for you.", silent: false, isError: false, async: false } as const;

function deny(): Policy {
  return { decide: ({ name }) => (name === "save" ? { verdict: "deny", reason: "No." } : { verdict: "allow" }) };
}
