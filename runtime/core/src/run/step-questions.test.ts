import { describe, expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import type { JournalEvent } from "../journal/event.ts";
import { PendingApprovals } from "./pending-approvals.ts";
import type { Policy, Verdict } from "./policy.ts";
import type { RunnerOptions } from "./runner-options.ts";

const asks: Policy = { decide: ({ effects }) => ({ verdict: effects.kind === "read" ? "allow" : "ask" }) };

function stepOf(options: Partial<RunnerOptions> = {}) {
  const ran: string[] = [];
  const approver = new PendingApprovals();
  const run = (name: string, effects: "read" | "write") =>
    toolOf(name, (input) => `ran ${ran.push(`${name} ${JSON.stringify(input)}`)}`, { effects });
  const tools = [run("write", "write"), run("remove", "write"), run("look", "read")];
  const world = runnerOf(tools, { policy: asks, approver, ...options });
  const step = (calls: readonly (readonly [string, number])[], context = {}) =>
    world.runner.execAll(
      calls.map(([name, n]) => ({ id: `${name}-${n}`, name, arguments: { n } })),
      context,
    );
  const idOf = (toolCallId: string) =>
    approver.list().find((one) => one.toolCallId === toolCallId)?.approvalId ?? "not asked";
  const answer = (toolCallId: string, approve: boolean, reason?: string) =>
    approver.answer({ approvalId: idOf(toolCallId), approve, ...(reason === undefined ? {} : { reason }) });
  const open = () => approver.list().map(({ toolCallId }) => toolCallId);
  const areOpen = (count: number) => expect.poll(() => open(), { interval: 2 }).toHaveLength(count);
  return { ...world, approver, ran, step, answer, open, areOpen, idOf };
}

const FOUR = [
  ["write", 1],
  ["remove", 2],
  ["look", 3],
  ["write", 4],
] as const;

const questions = (events: readonly JournalEvent[]) =>
  events.flatMap(({ type, data }) => (type === "approval_request" ? [data] : []));

describe("the questions of a step", () => {
  it("are told and open before the first is answered; answers come in any order, and calls run in theirs", async () => {
    const { step, areOpen, answer, open, ran, events } = stepOf();
    const settling = step(FOUR);
    await areOpen(3);
    expect(open()).toEqual(["write-1", "remove-2", "write-4"]);
    expect(questions(events).map(({ toolCallId }) => toolCallId)).toEqual(open());
    expect(answer("write-4", true)).toBe("accepted");
    expect(answer("remove-2", false, "not that one")).toBe("accepted");
    await wait(5);
    expect(ran).toEqual([]);
    answer("write-1", true);
    const settled = await settling;
    expect(ran).toEqual(['write {"n":1}', 'look {"n":3}', 'write {"n":4}']);
    expect(settled.map(({ result }) => result.error?.message)).toEqual([
      undefined,
      "not that one",
      undefined,
      undefined,
    ]);
    expect(questions(events)).toHaveLength(3);
  });

  it("wait for no call before the first that asks, and hold none that stands before it", async () => {
    const { step, areOpen, answer, open, ran } = stepOf();
    const settling = step([["look", 0], ...FOUR]);
    await areOpen(3);
    expect([ran, open().length]).toEqual([['look {"n":0}'], 3]);
    for (const id of open()) answer(id, true);
    await settling;
    expect(ran).toHaveLength(5);
  });

  it("are over at once where one is refused without a reason, whichever it is", async () => {
    const { step, areOpen, answer, open, ran, events } = stepOf();
    const settling = step(FOUR, { runId: "r" });
    await areOpen(3);
    answer("write-4", false);
    const settled = await settling;
    expect(ran).toEqual([]);
    expect(settled.map(({ result }) => result.error?.code)).toEqual([
      "skipped",
      "skipped",
      "skipped",
      "approval_denied",
    ]);
    expect(settled.map(({ stop }) => stop)).toEqual([undefined, undefined, undefined, "denied"]);
    expect(open()).toEqual([]);
    expect(events.filter(({ type }) => type === "approval_decision")).toHaveLength(1);
  });

  it("are taken back when the run is stopped", async () => {
    const { step, areOpen, open, ran } = stepOf();
    const controller = new AbortController();
    const settling = step(FOUR, { signal: controller.signal });
    await areOpen(3);
    expect(open()).toHaveLength(3);
    controller.abort();
    await settling;
    expect([open(), ran]).toEqual([[], []]);
  });

  it("are asked anew under another id where the facts of a call have changed when its turn comes", async () => {
    let verdict: Verdict = { verdict: "ask", reason: "It removes one file." };
    const policy: Policy = { decide: ({ name }) => (name === "remove" ? verdict : { verdict: "ask" }) };
    for (const answeredBefore of [true, false]) {
      verdict = { verdict: "ask", reason: "It removes one file." };
      const { step, areOpen, answer, ran, idOf, events, approver } = stepOf({ policy });
      const settling = step(FOUR);
      await areOpen(4);
      const before = idOf("remove-2");
      if (answeredBefore) answer("remove-2", true);
      answer("write-4", true);
      verdict = { verdict: "ask", reason: "It removes ten files." };
      answer("write-1", true);
      await expect.poll(() => [before, "not asked"].includes(idOf("remove-2")), { interval: 2 }).toBe(false);
      answer("look-3", true);
      expect(ran).toEqual(['write {"n":1}']);
      const after = idOf("remove-2");
      expect(after).not.toBe(before);
      expect(questions(events).at(-1)).toMatchObject({ approvalId: after, reason: "It removes ten files." });
      expect(approver.answer({ approvalId: before, approve: true })).not.toBe("accepted");
      answer("remove-2", true);
      await settling;
      expect(ran).toHaveLength(4);
    }
  });

  it("count a refusal also where the facts have changed, and where the policy allows the call by then", async () => {
    const later: Verdict[] = [{ verdict: "allow" }, { verdict: "ask", reason: "another" }];
    for (const changed of later) {
      let verdict: Verdict = { verdict: "ask" };
      const policy: Policy = { decide: ({ name }) => (name === "remove" ? verdict : { verdict: "ask" }) };
      const { step, areOpen, answer, ran } = stepOf({ policy });
      const settling = step([
        ["write", 1],
        ["remove", 2],
      ]);
      await areOpen(2);
      answer("remove-2", false, "never");
      verdict = changed;
      answer("write-1", true);
      const settled = await settling;
      expect(settled[1]?.result.error?.message).toBe("never");
      expect(ran).toEqual(['write {"n":1}']);
    }
  });

  it("need no answer where a rule allows the call by then, and an event says so before it runs", async () => {
    let isAllowed = false;
    const policy: Policy = { decide: () => ({ verdict: isAllowed ? "allow" : "ask" }) };
    const { step, areOpen, answer, open, ran, events } = stepOf({ policy });
    const settling = step([
      ["write", 1],
      ["write", 2],
    ]);
    await areOpen(2);
    isAllowed = true;
    answer("write-1", true);
    await settling;
    expect([open(), ran.length]).toEqual([[], 2]);
    const decisions = events.flatMap(({ type, data }) => (type === "approval_decision" ? [data] : []));
    const asked = questions(events);
    expect(decisions.map(({ approvalId }) => approvalId)).toEqual(asked.map(({ approvalId }) => approvalId));
    expect(decisions[1]).toMatchObject({
      toolCallId: "write-2",
      approve: true,
      reason: expect.stringContaining("rule"),
    });
  });

  it("are none for what cannot run: wrong arguments, a denial, a repetition", async () => {
    const decide = vi.fn(({ name }) => ({ verdict: name === "remove" ? ("deny" as const) : ("ask" as const) }));
    const { step, areOpen, answer, open, ran } = stepOf({ policy: { decide } });
    const settling = step(
      [
        ["look", 1],
        ["remove", 2],
        ["nothing", 3],
        ["look", 1],
        ["look", 5],
      ],
      { runId: "r" },
    );
    await areOpen(2);
    expect(open()).toEqual(["look-1", "look-5"]);
    answer("look-1", true);
    answer("look-5", true);
    const settled = await settling;
    expect(settled.map(({ result }) => result.error?.code)).toEqual([
      undefined,
      "policy_denied",
      "unknown_tool",
      "redundant_call",
      undefined,
    ]);
    expect(ran).toHaveLength(2);
  });

  it("may run with what a person has edited, at their turn", async () => {
    const { step, areOpen, answer, idOf, approver, ran } = stepOf();
    const settling = step([
      ["write", 1],
      ["write", 2],
    ]);
    await areOpen(2);
    approver.answer({ approvalId: idOf("write-2"), approve: true, arguments: { n: 7 } });
    answer("write-1", true);
    await settling;
    expect(ran).toEqual(['write {"n":1}', 'write {"n":7}']);
  });
});
