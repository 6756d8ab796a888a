import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runnerOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { ApprovalRequest, JournalEvent } from "../journal/event.ts";
import { ToolError } from "../result/tool-error.ts";
import { secret } from "../secrets/secret.ts";
import { foreseenOf } from "../tool/foreseen.ts";
import { PendingApprovals } from "./pending-approvals.ts";
import type { Approver, Policy } from "./policy.ts";
import type { RunnerOptions } from "./runner-options.ts";

const NUMBERS = "test.numbers";

/** A state of numbered boxes, and a tool that puts a number more into one of them. */
function boxes(options: Partial<RunnerOptions> = {}) {
  const state = new Map<string, number>();
  const seen: string[] = [];
  const put = defineTool({
    name: "put",
    description: "",
    input: z.object({ box: z.string(), n: z.int() }),
    effects: "write",
    preview({ box, n }, ctx) {
      const { left } = foreseenOf(ctx) ?? { left: new Map<string, unknown>() };
      const known = left.get(NUMBERS);
      const numbers = known instanceof Map ? known : new Map<string, number>();
      left.set(NUMBERS, numbers);
      const before = numbers.get(box) ?? state.get(box) ?? 0;
      seen.push(`preview ${box} ${before}`);
      if (box === "locked") throw new ToolError("LOCKED This box is locked.");
      if (n === 0) return { answer: "Nothing to put." };
      if (box === "broken") throw new TypeError("a bug");
      numbers.set(box, before + n);
      return { shows: { host: `${box}: ${before} → ${before + n}` }, basis: String(before) };
    },
    execute({ box, n }) {
      const now = (state.get(box) ?? 0) + n;
      state.set(box, now);
      seen.push(`put ${box} ${now}`);
      return `${box} has ${now}`;
    },
  });
  const policy: Policy = {
    decide: (_, { box }) => {
      seen.push("policy");
      return { verdict: box === "denied" ? "deny" : box === "free" ? "allow" : "ask" };
    },
  };
  const approver = new PendingApprovals();
  const world = runnerOf([put], { policy, approver, ...options });
  const step = (calls: readonly (readonly [string, number])[], context = {}) =>
    world.runner.execAll(
      calls.map(([box, n], at) => ({ id: `c${at + 1}`, name: "put", arguments: { box, n } })),
      context,
    );
  const open = async (count: number) => {
    await expect.poll(() => approver.list(), { interval: 2 }).toHaveLength(count);
    return approver.list();
  };
  return { ...world, state, seen, approver, step, open };
}

const shownOf = (requests: readonly ApprovalRequest[]) => requests.map(({ shows }) => shows?.host);
const questions = (events: readonly JournalEvent[]) =>
  events.flatMap(({ type, data }) => (type === "approval_request" ? [data] : []));

describe("a preview", () => {
  it("stands in the question, with its hash, and an answer that names the hash lets the call run", async () => {
    const { step, open, approver, events, state } = boxes();
    const settling = step([["a", 2]]);
    const [request] = await open(1);
    expect(request).toMatchObject({ shows: { host: "a: 0 → 2" }, preview: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(questions(events)).toEqual([request]);
    approver.answer({ approvalId: request?.approvalId ?? "", approve: true, preview: request?.preview ?? "" });
    expect((await settling)[0]?.result.isError).toBe(false);
    expect(state.get("a")).toBe(2);
    expect(events.find(({ type }) => type === "approval_decision")?.data).toMatchObject({ preview: request?.preview });
  });

  it("comes after the arguments and the policy's no, and before the question", async () => {
    const { step, seen, open, approver } = boxes();
    await step([
      ["denied", 1],
      ["a", 0.5],
    ]);
    expect(seen).toEqual(["policy"]);
    seen.length = 0;
    const settling = step([["a", 1]]);
    const [request] = await open(1);
    expect(seen).toEqual(["policy", "preview a 0"]);
    approver.answer({ approvalId: request?.approvalId ?? "", approve: true });
    await settling;
    expect(seen).toEqual(["policy", "preview a 0", "preview a 0", "put a 1"]);
  });

  it.each([
    [["locked", 1], /LOCKED/, true],
    [["a", 0], /^Nothing to put/, false],
  ] as const)("of %j is the result: nobody is asked, and nothing runs", async (call, words, isError) => {
    const { step, events, seen } = boxes();
    const [settled] = await step([call]);
    expect(settled?.message.content).toMatch(words);
    expect(settled?.result.isError).toBe(isError);
    expect([questions(events), seen.filter((line) => line.startsWith("put"))]).toEqual([[], []]);
  });

  it("that fails, and one that is too large, show nothing, and the call is asked about", async () => {
    const { step, open, approver, log } = boxes();
    const settling = step([["broken", 1]]);
    const [request] = await open(1);
    expect([request?.shows, request?.preview?.length]).toEqual([undefined, 64]);
    expect(log.lines.join("\n")).toContain("preview failed");
    approver.answer({ approvalId: request?.approvalId ?? "", approve: true });
    expect((await settling)[0]?.result.isError).toBe(false);
    const large = boxes();
    const box = "x".repeat(300_000);
    const asking = large.step([[box, 1]]);
    const [question] = await large.open(1);
    expect(question?.shows).toBeUndefined();
    large.approver.answer({ approvalId: question?.approvalId ?? "", approve: true });
    await asking;
  });

  it("holds no secret", async () => {
    const { step, open, approver } = boxes({ secrets: [secret("key", "hunter2hunter2")] });
    const settling = step([["hunter2hunter2", 1]]);
    const [request] = await open(1);
    expect(request?.shows).toEqual({ host: "[secret:key]: 0 → 1" });
    approver.answer({ approvalId: request?.approvalId ?? "", approve: true });
    await settling;
  });

  it("is made for no call that is allowed", async () => {
    const { step, seen } = boxes();
    await step([["free", 1]]);
    expect(seen).toEqual(["policy", "put free 1"]);
  });

  it("that hangs ends with the run", async () => {
    const hangs = defineTool({
      name: "put",
      description: "",
      input: z.object({}),
      requiresConfirmation: true,
      preview: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error()))),
      execute: () => "ran",
    });
    const { runner } = runnerOf([hangs], { approver: new PendingApprovals() });
    const controller = new AbortController();
    const settling = runner.exec({ name: "put", arguments: {} }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect((await settling).result.error?.code).toBe("skipped");
  });
});

describe("an answer", () => {
  it("to a state that is another one by then counts for nothing: the call is asked about anew", async () => {
    const { step, open, approver, state, events } = boxes();
    const settling = step([["a", 1]]);
    const [before] = await open(1);
    state.set("a", 5);
    approver.answer({ approvalId: before?.approvalId ?? "", approve: true, preview: before?.preview ?? "" });
    const [after] = await open(1);
    expect(shownOf([before, after].flatMap((one) => one ?? []))).toEqual(["a: 0 → 1", "a: 5 → 6"]);
    expect(after?.approvalId).not.toBe(before?.approvalId);
    expect(after?.preview).not.toBe(before?.preview);
    expect(state.get("a")).toBe(5);
    approver.answer({ approvalId: after?.approvalId ?? "", approve: true, preview: after?.preview ?? "" });
    expect((await settling)[0]?.result.isError).toBe(false);
    expect([state.get("a"), questions(events).length]).toEqual([6, 2]);
  });

  it("to a state that is never the same twice ends the call, however often it is a yes", async () => {
    let asked = 0;
    const approver: Approver = {
      approve: async ({ approvalId }) => {
        world.state.set("a", ++asked);
        return { approvalId, approve: true };
      },
    };
    const world = boxes({ approver });
    const [settled] = await world.step([["a", 1]]);
    expect([settled?.result.error?.code, asked, world.state.get("a")]).toEqual(["approval_denied", 10, 10]);
  });

  it("of an approver to another preview refuses the call, and says why", async () => {
    const approver: Approver = {
      approve: async ({ approvalId }) => ({ approvalId, approve: true, preview: "another" }),
    };
    const { step, events, state } = boxes({ approver });
    const [settled] = await step([["a", 1]]);
    expect(settled?.result.error).toMatchObject({
      code: "approval_denied",
      message: expect.stringContaining("preview"),
    });
    expect(events.find(({ type }) => type === "approval_decision")?.data).toMatchObject({ ignored: "other_preview" });
    expect(state.size).toBe(0);
  });
});

describe("the previews of a step", () => {
  it("are of the state that the calls before leave, those that are allowed too", async () => {
    const { step, open, approver, state, events } = boxes();
    const settling = step([
      ["a", 1],
      ["free", 2],
      ["a", 3],
      ["b", 1],
      ["a", 5],
    ]);
    const all = await open(4);
    expect(shownOf(all)).toEqual(["a: 0 → 1", "a: 1 → 4", "b: 0 → 1", "a: 4 → 9"]);
    for (const { approvalId, preview = "" } of all) approver.answer({ approvalId, approve: true, preview });
    await settling;
    expect([state.get("a"), questions(events).length]).toEqual([9, 4]);
  });

  it("are made anew behind a call that was refused, under another id", async () => {
    const { step, open, approver, state } = boxes();
    const settling = step([
      ["a", 1],
      ["a", 3],
      ["b", 1],
    ]);
    const [first, second, third] = await open(3);
    for (const one of [second, third])
      approver.answer({ approvalId: one?.approvalId ?? "", approve: true, preview: one?.preview ?? "" });
    approver.answer({ approvalId: first?.approvalId ?? "", approve: false, reason: "not that one" });
    await expect.poll(() => shownOf(approver.list()), { interval: 2 }).toEqual(["a: 0 → 3"]);
    const [anew] = approver.list();
    expect(anew?.approvalId).not.toBe(second?.approvalId);
    approver.answer({ approvalId: anew?.approvalId ?? "", approve: true, preview: anew?.preview ?? "" });
    await settling;
    expect([...state]).toEqual([
      ["a", 3],
      ["b", 1],
    ]);
  });
});
