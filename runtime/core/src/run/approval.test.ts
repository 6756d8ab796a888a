import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import { wrongDecisions } from "../../test/wrong-decisions.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { ApprovalDecision, ApprovalRequest, JournalEvent } from "../journal/event.ts";
import type { Approver } from "./policy.ts";
import type { RunnerOptions } from "./runner-options.ts";

interface Reply {
  readonly approve: boolean;
  readonly arguments?: unknown;
  readonly reason?: string;
}

type Answers = (request: ApprovalRequest, tool: unknown, signal: AbortSignal) => unknown;

/** An approver that answers as told, even what its type forbids. */
function answering(reply: Reply | Answers): Approver {
  return {
    approve: (request, tool, signal) =>
      Promise.resolve()
        .then(() =>
          typeof reply === "function" ? reply(request, tool, signal) : { approvalId: request.approvalId, ...reply },
        )
        .then(untyped),
  };
}

const untyped = (value: unknown): ApprovalDecision => value as ApprovalDecision;

function payWith(reply: Reply | Answers | undefined, options: Partial<RunnerOptions> = {}) {
  const paid: number[] = [];
  const pay = defineTool({
    name: "pay",
    description: "",
    input: z.object({ amount: z.number().max(100), note: z.string().default("none") }),
    requiresConfirmation: true,
    execute: ({ amount }) => `paid ${paid.push(amount) && amount}`,
  });
  const approver = reply === undefined ? {} : { approver: answering(reply) };
  const world = runnerOf([pay, toolOf("read", () => "seen", { effects: "read" })], { ...approver, ...options });
  const exec = (amount = 10, context = {}) => world.runner.exec({ name: "pay", arguments: { amount } }, context);
  return { ...world, paid, exec };
}

const typesOf = (events: readonly JournalEvent[]) => events.map(({ type }) => type);
const decisionsOf = (events: readonly JournalEvent[]) =>
  events.flatMap((event) => (event.type === "approval_decision" ? [event.data] : []));

describe("an approval", () => {
  it("is asked for and recorded before the call runs", async () => {
    // An answer within a millisecond would be no wait that is worth an event.
    const approve: Approver["approve"] = async ({ approvalId }) => {
      await wait(2);
      return { approvalId, approve: true };
    };
    const { exec, events, paid } = payWith(undefined, { approver: { approve } });
    const { result, toolCallId } = await exec();
    expect(result.output).toEqual({ type: "text", text: "paid 10" });
    const asked = ["tool_call_start", "approval_request", "approval_decision"];
    expect(typesOf(events)).toEqual([...asked, "tool_call_running", "tool_call_end"]);
    expect(events[1]).toMatchObject({
      parentId: toolCallId,
      data: { approvalId: expect.stringMatching(/^\w{16}$/), toolCallId, toolName: "pay", arguments: { amount: 10 } },
    });
    expect(paid).toEqual([10]);
  });

  it("masks secrets in what is asked and recorded", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    const approve = vi.fn(
      async ({ approvalId }: ApprovalRequest) => ({ approvalId, approve: false, reason: key }) as const,
    );
    const tool = toolOf("tool", () => "ran", { requiresConfirmation: true });
    const { runner, events } = runnerOf([tool], { approver: { approve } });
    const settled = await runner.exec({ name: "tool", arguments: { key } });
    expect(JSON.stringify([events, settled, approve.mock.calls])).not.toContain(key);
  });

  it("refused with a reason is a result; without one the step's other calls are skipped and the run stops", async () => {
    const withReason = payWith({ approve: false, reason: "too much" });
    const calls = ["pay", "read"].map((name) => ({ name, arguments: { amount: 1 } }));
    const goesOn = await withReason.runner.execAll(calls, { runId: "r" });
    expect(goesOn.map(({ message }) => message.content)).toEqual(["Error [approval_denied]: too much", "seen"]);
    expect(goesOn.map(({ stop }) => stop)).toEqual([undefined, undefined]);
    for (const reason of [undefined, "", "  "]) {
      const without = payWith({ approve: false, ...(reason === undefined ? {} : { reason }) });
      const stops = await without.runner.execAll([...calls.toReversed(), ...calls], { runId: "r" });
      expect(stops.map(({ result }) => result.error?.code)).toEqual([
        undefined,
        "approval_denied",
        "skipped",
        "skipped",
      ]);
      expect(stops[1]?.stop).toBe("denied");
      expect(without.paid).toEqual([]);
    }
  });

  it("is denied where nobody can be asked", async () => {
    const { exec, events } = payWith(undefined);
    expect((await exec()).result.error).toMatchObject({ code: "approval_denied", type: "permission_error" });
    expect(typesOf(events)).toEqual(["tool_call_start", "tool_call_end"]);
  });

  it.each<[string, Answers]>([
    ["rejects", () => Promise.reject(new Error("a bug"))],
    ["answers nothing", () => undefined],
    ["answers null", () => null],
    ["answers a word", () => "yes"],
    ["answers true in words", ({ approvalId }) => ({ approvalId, approve: "true" })],
  ])("is no approval when the approver %s", async (_, answers) => {
    const { exec, events, paid } = payWith(answers);
    expect((await exec()).result.error?.code).toBe("approval_denied");
    expect(paid).toEqual([]);
    expect(typesOf(events).at(-1)).toBe("tool_call_end");
  });

  it("is no approval where the answer has a wrong form: nothing is run, and the log says why", async () => {
    for (const [given, words] of wrongDecisions("one that was not asked about")) {
      const error = vi.fn();
      const logger = { debug() {}, info() {}, warn() {}, error };
      const { exec, paid } = payWith(() => given, { logger });
      expect((await exec()).result.error?.code).toBe("approval_denied");
      expect(paid).toEqual([]);
      expect(error.mock.calls.map(([, { error: thrown } = {}]) => String(thrown)).join()).toMatch(words);
    }
  });

  it("is no approval when the approver throws", async () => {
    const approve = () => {
      throw new Error("a bug");
    };
    const { exec, paid } = payWith(undefined, { approver: { approve } });
    expect((await exec()).result.error?.code).toBe("approval_denied");
    expect(paid).toEqual([]);
  });

  it("serves one call: used again, or given for another request, it is ignored", async () => {
    let first: string | undefined;
    const repeats = payWith(({ approvalId }) => ({ approvalId: (first ??= approvalId), approve: true }));
    expect((await repeats.exec()).result.isError).toBe(false);
    expect((await repeats.exec()).result.error?.code).toBe("approval_denied");
    const other = payWith(() => ({ approvalId: "other", approve: true }));
    await other.exec();
    expect([...decisionsOf(repeats.events), ...decisionsOf(other.events)].map(({ ignored }) => ignored)).toEqual([
      undefined,
      "used",
      "unknown",
    ]);
    expect([repeats.paid, other.paid]).toEqual([[10], []]);
  });

  it("with edited arguments runs those, after validating and deciding them again", async () => {
    const good = payWith({ approve: true, arguments: { amount: 3 } });
    expect((await good.exec()).message.content).toBe("paid 3");
    const same = payWith({ approve: true, arguments: { amount: 10 } });
    expect((await same.exec()).message.content).toBe("paid 10");
    const invalid = payWith({ approve: true, arguments: { amount: 1000 } });
    expect((await invalid.exec()).result.error?.code).toBe("invalid_arguments");
    const noObject = payWith({ approve: true, arguments: [1] });
    expect((await noObject.exec()).result.error?.code).toBe("approval_denied");
    const policy = {
      decide: (_: unknown, args: object) =>
        ({ verdict: "amount" in args && args.amount === 3 ? "deny" : "allow" }) as const,
    };
    const denied = payWith({ approve: true, arguments: { amount: 3 } }, { policy });
    expect((await denied.exec()).result.error?.code).toBe("policy_denied");
    expect([invalid.paid, noObject.paid, denied.paid]).toEqual([[], [], []]);
  });

  it("with edited arguments that are mended tells so in the end of the call", async () => {
    const mended = payWith({ approve: true, arguments: { amount: "3" } });
    const { message, result } = await mended.exec();
    expect([message.content, result.isError]).toEqual(["paid 3", false]);
    const end = mended.events.find((event) => event.type === "tool_call_end");
    expect(end?.data).toMatchObject({ repairs: ["/amount: string → number"] });
    expect(mended.events.find((event) => event.type === "tool_call_start")?.data).not.toHaveProperty("repairs");
    const asked = payWith({ approve: true });
    await asked.runner.exec({ name: "pay", arguments: { amount: "3" } });
    const [start, plain] = asked.events.filter(({ type }) => type === "tool_call_start" || type === "tool_call_end");
    expect([start?.data, plain?.data]).toEqual([
      expect.objectContaining({ repairs: ["/amount: string → number"] }),
      expect.not.objectContaining({ repairs: expect.anything() }),
    ]);
  });

  it("with a reason runs the call, and the reason is recorded with its secrets masked, and not told to the model", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    const allowed = payWith({ approve: true, reason: `ok, ${key}` });
    expect((await allowed.exec()).message.content).toBe("paid 10");
    const edited = payWith({ approve: true, arguments: { amount: 3 }, reason: "less" });
    expect((await edited.exec()).message.content).toBe("paid 3");
    const [first, second] = [...decisionsOf(allowed.events), ...decisionsOf(edited.events)];
    expect(first).toMatchObject({ approve: true, reason: expect.stringMatching(/^ok, (?!sk-)/) });
    expect(second).toMatchObject({ approve: true, reason: "less", arguments: { amount: 3 } });
  });

  it("edited in place is an edit, and changes neither what was asked nor what is recorded", async () => {
    const inPlace = payWith((request) => {
      Reflect.set(request.arguments, "amount", 3);
      return { approvalId: request.approvalId, approve: true, arguments: request.arguments };
    });
    expect((await inPlace.exec()).message.content).toBe("paid 3");
    const requests = inPlace.events.filter((event) => event.type === "approval_request");
    expect(requests[0]?.data).toMatchObject({ arguments: { amount: 10 } });
  });

  it("may expire", async () => {
    const late = payWith(() => new Promise(() => undefined), { approvalTimeoutMs: 20 });
    const { result } = await late.exec();
    expect(result.error).toMatchObject({ code: "approval_denied", message: expect.stringContaining("in time") });
    expect(late.events.find((event) => event.type === "approval_request")?.data).toHaveProperty("expiresAt");
    const patient = payWith(({ approvalId }) => wait(20).then(() => ({ approvalId, approve: true })), {
      approvalTimeoutMs: 2 ** 40,
    });
    expect((await patient.exec()).result.isError).toBe(false);
  });

  it("counts where its approver took it in time, and it is heard of only when the time is over", async () => {
    const said = async (approve: Approver["approve"]) => {
      const takeBack = async (approvalId: string) => ({ approvalId, approve: true }) as const;
      const { exec } = payWith(undefined, { approvalTimeoutMs: 20, approver: { approve, takeBack } });
      return (await exec()).message.content;
    };
    expect(await said(() => new Promise(() => undefined))).toBe("paid 10");
    const heardLate: Approver["approve"] = async ({ approvalId }) => {
      // No timer comes up in between.
      for (const until = Date.now() + 30; Date.now() <= until; );
      return { approvalId, approve: true };
    };
    expect(await said(heardLate)).toBe("paid 10");
  });

  it("is not waited for when the run stops, nor asked for afterwards", async () => {
    const approve = vi.fn(
      (_request: ApprovalRequest, _tool: unknown, _signal: AbortSignal) =>
        new Promise<ApprovalDecision>(() => undefined),
    );
    const { exec, events } = payWith(approve);
    const controller = new AbortController();
    const context = { signal: controller.signal };
    const settling = [exec(1, context), exec(2, context), exec(3, context)];
    await wait(5);
    controller.abort();
    const settled = await Promise.all(settling);
    expect(settled.every(({ result }) => result.isError)).toBe(true);
    expect(approve).toHaveBeenCalledTimes(1);
    expect(approve.mock.calls[0]?.[2].aborted).toBe(true);
    expect(typesOf(events).filter((type) => type === "tool_call_end")).toHaveLength(3);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("is not waited for when somebody stops the run on seeing the request", async () => {
    const controller = new AbortController();
    const { exec, activity } = payWith(() => new Promise(() => undefined));
    activity.subscribe("approval_request", () => controller.abort());
    expect((await exec(1, { signal: controller.signal })).result.isError).toBe(true);
  });

  it("is void when the tool was replaced while it was waited for", async () => {
    const gate = deferred<void>();
    const { exec, registry, paid, events } = payWith(({ approvalId }) =>
      gate.promise.then(() => ({ approvalId, approve: true })),
    );
    const settling = exec();
    await wait(1);
    const replacement = vi.fn(() => "replaced");
    registry.register(toolOf("pay", replacement));
    gate.resolve();
    expect((await settling).result.error?.code).toBe("approval_denied");
    expect(decisionsOf(events)[0]?.ignored).toBe("tool_changed");
    expect(paid).toEqual([]);
    expect(replacement).not.toHaveBeenCalled();
  });

  it("is asked for in call order: of a step all at once, of single calls one at a time", async () => {
    const asked: number[] = [];
    let [open, most] = [0, 0];
    const { runner, paid } = payWith(async ({ approvalId, arguments: { amount } }) => {
      open += 1;
      most = Math.max(most, open);
      asked.push(Number(amount));
      await wait(4 - Number(amount));
      open -= 1;
      return { approvalId, approve: true };
    });
    const calls = [1, 2, 3].map((amount) => ({ name: "pay", arguments: { amount } }));
    await runner.execAll(calls);
    expect([most, paid]).toEqual([3, [1, 2, 3]]);
    most = 0;
    await Promise.all(calls.map((call) => runner.exec(call)));
    expect([most, asked]).toEqual([1, [1, 2, 3, 1, 2, 3]]);
    expect(paid).toHaveLength(6);
  });
});
