import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { run } from "../../test/looping.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import { type Given, scripted } from "../../test/scripted-program.ts";
import type { ApprovalDecision, ApprovalRequest, Approver, JournalEvent, Policy, Reach } from "../index.ts";
import { PendingApprovals } from "./pending-approvals.ts";

const oneProgram = [calling("program"), { text: "the end" }];
const programOf = (body: (given: Given) => Promise<unknown>) => {
  const execute = scripted(body);
  return toolOf("program", (_, ctx) => execute(ctx), { effects: "external", replays: true });
};
const sending = (count: number) =>
  programOf(async ({ call }) => {
    const said = [];
    for (let n = 0; n < count; n += 1) said.push(await call("send", { n }));
    return said;
  });
const sendingAtOnce = (count: number) =>
  programOf(({ call }) => Promise.all(Array.from({ length: count }, (_, n) => call("send", { n }))));

const asks: Policy = { decide: ({ name }) => ({ verdict: name === "program" ? "allow" : "ask" }) };

/** Says yes to every question; `more` to those that `timesOf` names. */
function answering(timesOf: (request: ApprovalRequest) => number | undefined) {
  const asked: ApprovalRequest[] = [];
  const approver: Approver = {
    async approve(request) {
      asked.push(request);
      const { approvalId, toolName } = request;
      const times = timesOf(request);
      return { approvalId, approve: true, ...(times !== undefined && { more: { toolName, times } }) };
    },
  };
  return { asked, approver };
}

const firstOf = (times: number) => {
  let isFirst = true;
  return () => {
    const said = isFirst ? times : undefined;
    isFirst = false;
    return said;
  };
};

/** Of each answer that counted: about which call, and which answer allowed it. */
function answersIn(events: readonly JournalEvent[]) {
  return events.flatMap((event) =>
    event.type === "approval_decision" && event.data.ignored === undefined ? [event.data] : [],
  );
}

describe("an answer that counts for more calls of its program", () => {
  it("lets the next calls of its tool run without a question, as often as it says, and each names it", async () => {
    const send = counted("send", { effects: "external" });
    const { asked, approver } = answering(firstOf(2));
    const { events } = await run(oneProgram, { tools: [sending(4), send.tool], policy: asks, approver });
    expect(asked.map(({ toolCallId, program }) => [toolCallId, program])).toEqual([
      ["c0/0", { programId: "c0", line: 0 }],
      ["c0/3", { programId: "c0", line: 3 }],
    ]);
    expect(send.contexts).toHaveLength(4);
    const first = asked[0]?.approvalId;
    expect(
      answersIn(events).map(({ toolCallId, approvalId, allowedBy }) => [toolCallId, approvalId, allowedBy]),
    ).toEqual([
      ["c0/0", first, undefined],
      ["c0/1", first, first],
      ["c0/2", first, first],
      ["c0/3", asked[1]?.approvalId, undefined],
    ]);
    expect(answersIn(events)[0]).toMatchObject({ more: { toolName: "send", times: 2 } });
  });

  it("answers questions that wait by then, in order", async () => {
    const send = counted("send", { effects: "external" });
    const pending = new PendingApprovals();
    const running = run(oneProgram, { tools: [sendingAtOnce(20), send.tool], policy: asks, approver: pending });
    await expect.poll(() => pending.list(), { interval: 1 }).toHaveLength(20);
    const approvalId = pending.list()[0]?.approvalId ?? "";
    pending.answer({ approvalId, approve: true, more: { toolName: "send", times: 18 } });
    await expect.poll(() => pending.list(), { interval: 1 }).toHaveLength(1);
    const [last] = pending.list();
    expect(last?.toolCallId).toBe("c0/19");
    pending.answer({ approvalId: last?.approvalId ?? "", approve: true });
    const { events } = await running;
    expect(send.contexts).toHaveLength(20);
    const questions = events.flatMap(({ type, data }) => (type === "approval_request" ? [data.approvalId] : []));
    const answered = answersIn(events);
    expect(new Set(answered.map((one) => one.approvalId))).toEqual(new Set(questions));
    expect(answered.filter(({ allowedBy }) => allowedBy === approvalId)).toHaveLength(18);
  });

  it("holds a no that was said to one of those before, and answers the next in its place", async () => {
    const send = counted("send", { effects: "external" });
    const pending = new PendingApprovals();
    const running = run(oneProgram, { tools: [sendingAtOnce(3), send.tool], policy: asks, approver: pending });
    await expect.poll(() => pending.list(), { interval: 1 }).toHaveLength(3);
    const [first, second] = pending.list().map((one) => one.approvalId);
    pending.answer({ approvalId: first ?? "", approve: true, more: { toolName: "send", times: 1 } });
    pending.answer({ approvalId: second ?? "", approve: false, reason: "not that one" });
    const { messages } = await running;
    expect(messages.find(({ role }) => role === "tool")?.content).toContain(
      '["send ran","approval_denied","send ran"]',
    );
  });

  it("is asked for the answer that a question has of its own before it takes its place", async () => {
    const send = counted("send", { effects: "external" });
    const { approver } = answering(() => 5);
    const never = new Promise<ApprovalDecision>(() => undefined);
    const late: (() => void)[] = [];
    const elsewhere: Approver = {
      approve: (request, tool, signal) => {
        if (request.toolCallId === "c0/0") return approver.approve(request, tool, signal);
        const { approvalId } = request;
        if (request.toolCallId !== "c0/1") return never;
        return new Promise((resolve) => late.push(() => resolve({ approvalId, approve: false, reason: "no" })));
      },
      takeBack: async (approvalId) => {
        const [answer] = late.splice(0);
        if (answer === undefined) return undefined;
        setTimeout(answer, 5);
        return { approvalId, approve: false, reason: "no" };
      },
    };
    const config = { tools: [sendingAtOnce(3), send.tool], policy: asks, approver: elsewhere };
    const { messages } = await run(oneProgram, config);
    expect(messages.find(({ role }) => role === "tool")?.content).toContain(
      '["send ran","approval_denied","send ran"]',
    );
  });

  it("leaves a question of an earlier process the answer that came meanwhile", async () => {
    const send = counted("send", { effects: "external" });
    const times = new Map<string, number>();
    const approver: Approver = {
      async approve({ approvalId, toolCallId, toolName }) {
        times.set(toolCallId, (times.get(toolCallId) ?? 0) + 1);
        if (toolCallId === "c0/0") return { approvalId, approve: true, more: { toolName, times: 1 } };
        if (times.get(toolCallId) === 1) return new Promise(() => undefined);
        return { approvalId, approve: false, reason: "not that one" };
      },
      takeBack: async (approvalId) =>
        times.get("c0/1") === 2 ? { approvalId, approve: false, reason: "not that one" } : undefined,
    };
    const tools = [sendingAtOnce(2), send.tool];
    const config = { policy: asks, approver };
    const { texts } = await crashed({ answers: oneProgram, tools, config, after: ["approval_decision", 1] });
    expect(texts[0]).toContain('["send ran","approval_denied"]');
  });

  it("changes nothing about a denial, is not used up by what is allowed, and counts for one tool and one program", async () => {
    const policy: Policy = {
      decide: ({ name }, { n }) => {
        if (name === "program" || n === 1) return { verdict: "allow" };
        return n === 2 ? { verdict: "deny", reason: "never" } : { verdict: "ask" };
      },
    };
    const [send, pay] = [counted("send", { effects: "external" }), counted("pay", { effects: "external" })];
    const { asked, approver } = answering(firstOf(1));
    const program = programOf(async ({ call }) => [
      await call("send", { n: 0 }),
      await call("send", { n: 1 }),
      await call("send", { n: 2 }),
      await call("pay", { n: 3 }),
      await call("send", { n: 4 }),
    ]);
    const answers = [calling("program"), { calls: [{ id: "d0", name: "program", args: {} }] }, { text: "the end" }];
    const { messages } = await run(answers, { tools: [program, send.tool, pay.tool], policy, approver });
    expect(asked.map(({ toolCallId }) => toolCallId)).toEqual(["c0/0", "c0/3", "d0/0", "d0/3", "d0/4"]);
    const said = '["send ran","send ran","policy_denied","pay ran","send ran"]';
    expect(messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []))).toEqual([said, said]);
  });

  it("asks about a call that gets further than the one that was asked about", async () => {
    const near: Reach = { files: "file", network: false, undo: true };
    const reaches: readonly (Reach | undefined)[] = [
      near,
      near,
      { ...near, files: "none" },
      { ...near, files: "folder" },
      { ...near, network: true },
      { ...near, undo: false },
      undefined,
    ];
    const policy: Policy = {
      decide: ({ name }, { n }) => {
        const reach = reaches[Number(n)];
        return name === "program" ? { verdict: "allow" } : { verdict: "ask", ...(reach && { reach }) };
      },
    };
    const send = counted("send", { effects: "external" });
    const { asked, approver } = answering(firstOf(50));
    await run(oneProgram, { tools: [sending(reaches.length), send.tool], policy, approver });
    expect(asked.map(({ toolCallId }) => toolCallId)).toEqual(["c0/0", "c0/3", "c0/4", "c0/5", "c0/6"]);
  });

  it("asks about a call that it let run before a crash, and that gets further after it", async () => {
    const near: Reach = { files: "file", network: false, undo: true };
    const judged: unknown[] = [];
    const policy: Policy = {
      decide: ({ name }, { n }) => {
        if (name === "program") return { verdict: "allow" };
        judged.push(n);
        // The second of them is judged a second time after the crash.
        const isLater = judged.filter((one) => one === 1).length > 1;
        return { verdict: "ask", reach: isLater ? { ...near, files: "machine" } : near };
      },
    };
    const send = counted("send", { effects: "external" });
    const { asked, approver } = answering(({ toolCallId }) => (toolCallId === "c0/0" ? 5 : undefined));
    const tools = [sending(2), send.tool];
    const config = { policy, approver };
    const { all } = await crashed({ answers: oneProgram, tools, config, after: ["approval_decision", 2] });
    expect(asked.map(({ toolCallId }) => toolCallId)).toEqual(["c0/0", "c0/1"]);
    expect(answersIn(all).map(({ toolCallId, allowedBy }) => [toolCallId, allowedBy !== undefined])).toEqual([
      ["c0/0", false],
      ["c0/1", true],
      ["c0/1", false],
    ]);
    expect(new Set(asked.map(({ approvalId }) => approvalId)).size).toBe(2);
    expect(send.contexts).toHaveLength(3);
  });

  it("asks anew about its own call where that would do something else by then", async () => {
    let state = 0;
    const send = toolOf("send", () => `sent at ${state}`, {
      effects: "external",
      preview: () => ({ shows: { host: `at ${state}` } }),
    });
    const { asked, approver } = answering(() => {
      if (state === 0) state = 1;
      return 1;
    });
    await run(oneProgram, { tools: [sending(2), send], policy: asks, approver });
    expect(asked.map(({ toolCallId, shows }) => [toolCallId, shows?.host])).toEqual([
      ["c0/0", "at 0"],
      ["c0/0", "at 1"],
    ]);
  });

  it("asks about a tool that was replaced since", async () => {
    const { asked, approver } = answering(firstOf(5));
    const [one, other] = [counted("send", { effects: "external" }), counted("send", { effects: "external" })];
    const { registry, runner } = runnerOf([one.tool], { policy: asks, approver });
    const program = programOf(async ({ call }) => {
      const said = [await call("send", {}), await call("send", {})];
      registry.register(other.tool);
      return [...said, await call("send", {})];
    });
    registry.register(program);
    await runner.exec({ name: "program", arguments: {} });
    expect(asked.map(({ toolCallId }) => toolCallId.split("/")[1])).toEqual(["0", "2"]);
  });

  it.each([
    ["another tool", "program", { toolName: "pay", times: 2 }, /more must name the tool of the question, send/],
    ["a call of the model", "send", { toolName: "send", times: 2 }, /more counts for questions from inside a program/],
  ])("counts for nothing, and is logged, where it is about %s", async (_, name, more, words) => {
    const send = counted("send", { effects: "external" });
    const approver: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true, more }) };
    const config = { tools: [sending(1), send.tool], policy: asks, approver };
    const { logger } = await run([calling(name), { text: "the end" }], config);
    expect(send.contexts).toEqual([]);
    expect(logger.lines.join()).toMatch(words);
  });

  it.each([
    ["approval_decision", 1, 2],
    ["approval_decision", 2, 2],
    ["tool_call_running", 2, 2],
    ["tool_call_end", 2, 2],
    ["approval_decision", 3, 2],
  ] as const)("goes on counting after a crash: cut off after %s %i", async (type, number, questions) => {
    const send = counted("send", { effects: "external" });
    const { asked, approver } = answering(({ toolCallId }) => (toolCallId === "c0/0" ? 2 : undefined));
    const config = { policy: asks, approver };
    const tools = [sending(4), send.tool];
    const { all, texts } = await crashed({ answers: oneProgram, tools, config, after: [type, number] });
    // The whole run asked twice.
    expect(asked.length - 2).toBeLessThanOrEqual(questions);
    const decisions = answersIn(all);
    expect(decisions.map(({ toolCallId, allowedBy }) => [toolCallId, allowedBy !== undefined])).toEqual([
      ["c0/0", false],
      ["c0/1", true],
      ["c0/2", true],
      ["c0/3", false],
    ]);
    const isCutOff = type === "tool_call_running";
    expect(texts[0]).toContain(isCutOff ? "outcome_unknown" : '["send ran","send ran","send ran","send ran"]');
  });
});
