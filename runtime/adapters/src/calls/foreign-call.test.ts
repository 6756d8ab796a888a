import {
  ActivityStream,
  type ApprovalDecision,
  askForWrites,
  type DefineToolOptions,
  defineTool,
  type JournalEvent,
  MemoryJournal,
  PendingApprovals,
  type RunnerOptions,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignCall, foreignQuestion } from "./foreign-call.ts";

const NUMBER = { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false };

type Execute = DefineToolOptions<unknown, unknown>["execute"];

/** A tool that counts, in a runner that writes into a journal. */
function counting(
  options: Partial<RunnerOptions> & { readonly journal?: MemoryJournal; readonly execute?: Execute } = {},
) {
  const { journal = new MemoryJournal(), execute, ...rest } = options;
  const ran: unknown[] = [];
  const tool = (name: string, effects: "read" | "write") =>
    defineTool({
      name,
      description: "Counts.",
      input: NUMBER,
      effects,
      execute: async (input, ctx) => {
        ran.push(input);
        return execute === undefined ? `${name} ${ran.length}` : execute(input, ctx);
      },
    });
  const activity = new ActivityStream(journal);
  const events: JournalEvent[] = [];
  activity.subscribe("*", (event) => events.push(event));
  const registry = new ToolRegistry([tool("look", "read"), tool("change", "write")]);
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const runner = new ToolRunner({ registry, activity, logger, ...rest });
  return { runner, ran, events, journal };
}

/** The events of a call without the one that only tells pages that it began to run. */
const stored = (events: readonly JournalEvent[]) => events.filter(({ type }) => type !== "tool_call_running");

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe("foreignCall", () => {
  it("reads text and values alike, whatever they are", async () => {
    const { runner, ran } = counting();
    const given = ['{"n":1}', { n: 1 }, '{"n":"1"}', { n: "1" }, JSON.stringify('{"n":1}')];
    for (const args of given) {
      expect((await foreignCall(runner, { name: "look", arguments: args })).result.isError).toBe(false);
    }
    expect(ran).toEqual(given.map(() => ({ n: 1 })));
    const round: Record<string, unknown> = {};
    round.self = round;
    for (const args of ['{"n":', 5, [1], undefined, null, "", 5n, () => 1, round, Symbol("x"), { n: 1n.toString }]) {
      const { result } = await foreignCall(runner, { name: "look", arguments: args });
      expect(result.error?.code).toMatch(/^invalid_/);
    }
    expect(ran).toHaveLength(given.length);
  });

  it("keeps the id that the other loop has", async () => {
    const { runner, events } = counting();
    const settled = await foreignCall(runner, { id: "toolu_01", name: "look", arguments: { n: 1 } });
    expect(settled.toolCallId).toBe("toolu_01");
    expect(stored(events).map(({ id, type }) => [id, type])).toEqual([
      ["toolu_01", "tool_call_start"],
      ["toolu_01", "tool_call_end"],
    ]);
  });

  it("joins a call that goes on, and gives what it came to afterwards", async () => {
    const { runner, ran } = counting({ execute: () => pause(30).then(() => "done") });
    const call = { id: "one", name: "change", arguments: { n: 1 } };
    const both = await Promise.all([
      foreignCall(runner, call),
      foreignCall(runner, { ...call, arguments: ' { "n": 1 } ' }),
    ]);
    const later = await foreignCall(runner, call);
    expect([...both, later].map(({ message }) => message.content)).toEqual(["done", "done", "done"]);
    expect(ran).toHaveLength(1);
  });

  it("lets who joined a call leave it without stopping it", async () => {
    const { runner, ran } = counting({ execute: () => pause(60).then(() => "done") });
    const call = { id: "one", name: "change", arguments: { n: 1 } };
    const first = foreignCall(runner, call);
    const left = await foreignCall(runner, { ...call, signal: AbortSignal.timeout(5) });
    expect(left.result.error?.code).toBe("aborted");
    expect((await first).message.content).toBe("done");
    expect(ran).toHaveLength(1);
  });

  it("refuses an id with other arguments, or for another tool", async () => {
    const { runner, ran } = counting();
    await foreignCall(runner, { id: "one", name: "change", arguments: { n: 1 } });
    for (const other of [
      { name: "change", arguments: { n: 2 } },
      { name: "look", arguments: { n: 1 } },
    ]) {
      const { result, toolCallId } = await foreignCall(runner, { id: "one", ...other });
      expect({ code: result.error?.code, toolCallId }).toEqual({ code: "security_violation", toolCallId: "one" });
    }
    expect(ran).toHaveLength(1);
  });

  it("holds ids of two conversations apart, and calls without one", async () => {
    const { runner, ran } = counting();
    const call = { id: "one", name: "change", arguments: { n: 1 } };
    await foreignCall(runner, { ...call, conversation: { channel: "web", chatId: "a" } });
    await foreignCall(runner, { ...call, conversation: { channel: "web", chatId: "b" } });
    await foreignCall(runner, { ...call, id: "" });
    await foreignCall(runner, { ...call, id: undefined });
    expect(ran).toHaveLength(4);
  });

  it("runs every id at most once, in whatever order and however often its calls come", async () => {
    const ids = fc.constantFrom("a", "b", "c");
    const calls = fc.array(fc.record({ id: ids, n: fc.integer({ min: 1, max: 2 }), waits: fc.boolean() }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(calls, async (made) => {
        const { runner, ran, events } = counting({ execute: () => pause(1) });
        const all: Promise<unknown>[] = [];
        for (const { id, n, waits } of made) {
          const settling = foreignCall(runner, { id, name: "change", arguments: { n }, run: "r" });
          all.push(settling);
          if (waits) await settling;
        }
        await Promise.all(all);
        expect(ran).toHaveLength(new Set(made.map(({ id }) => id)).size);
        expect(events.filter(({ type }) => type === "tool_call_end")).toHaveLength(ran.length);
      }),
      { numRuns: 60 },
    );
  });

  it("does not keep a long output for repetitions, only what its model reads", async () => {
    const { runner } = counting({ execute: () => "line\n".repeat(100_000) });
    const call = { id: "one", name: "look", arguments: { n: 1 } };
    const whole = await foreignCall(runner, call);
    const again = await foreignCall(runner, call);
    expect(whole.result.output).toMatchObject({ text: expect.stringMatching(/^(line\n){100000}$/) });
    expect(again.result.output).toEqual({ type: "text", text: whole.message.content });
    expect(again.message).toEqual(whole.message);
  });

  it("forgets results before it forgets that a call was made", async () => {
    const { runner, ran } = counting({ execute: () => "x".repeat(40_000) });
    for (let n = 0; n < 250; n += 1) await foreignCall(runner, { id: `id ${n}`, name: "change", arguments: { n } });
    const again = await foreignCall(runner, { id: "id 0", name: "change", arguments: { n: 0 } });
    expect(again.result.error?.code).toBe("redundant_call");
    expect(ran).toHaveLength(250);
  });

  it("takes a call of a call as part of it: a tool that calls the same run does not wait for itself", async () => {
    const held: { runner?: ToolRunner } = {};
    const { runner } = counting({
      execute: async (input) => {
        if (JSON.stringify(input) !== '{"n":1}' || held.runner === undefined) return "inner";
        const inner = await foreignCall(held.runner, { name: "change", arguments: { n: 2 }, run: "r" });
        return `outer ${inner.message.content}`;
      },
    });
    held.runner = runner;
    const { message } = await foreignCall(runner, { name: "change", arguments: { n: 1 }, run: "r" });
    expect(message.content).toBe("outer inner");
  });

  it("lets who was stopped leave the line", async () => {
    const { runner, ran } = counting({ execute: () => pause(50) });
    const first = foreignCall(runner, { name: "change", arguments: { n: 1 }, run: "r" });
    const second = await foreignCall(runner, {
      name: "change",
      arguments: { n: 2 },
      run: "r",
      signal: AbortSignal.timeout(5),
    });
    expect(second.result.error?.code).toBe("skipped");
    await first;
    expect(ran).toEqual([{ n: 1 }]);
  });

  it("forgets runs that were not heard of for long, and disposes of what they held", async () => {
    const { runner } = counting();
    const ended: string[] = [];
    const endRun = runner.endRun.bind(runner);
    runner.endRun = (runId) => {
      ended.push(runId);
      return endRun(runId);
    };
    for (let n = 0; n < 260; n += 1) await foreignCall(runner, { name: "look", arguments: { n }, run: `run ${n}` });
    expect(ended).toEqual(["run 0", "run 1", "run 2", "run 3"]);
  });
});

describe("foreignCall over processes, with a journal", () => {
  const call = { id: "one", name: "change", arguments: { n: 1 } };

  it("gives the stored result of a call, and refuses its id for another one", async () => {
    const first = counting();
    await foreignCall(first.runner, { ...call, arguments: '{"n":"1"}' });
    const second = counting({ journal: first.journal });
    expect((await foreignCall(second.runner, { ...call, arguments: '{"n":"1"}' })).message.content).toBe("change 1");
    const third = counting({ journal: first.journal });
    expect((await foreignCall(third.runner, { ...call, arguments: { n: 2 } })).result.error?.code).toBe(
      "security_violation",
    );
    expect([second.ran, third.ran]).toEqual([[], []]);
  });

  it("says that nobody knows what became of a write that a crash cut off, and runs a read again", async () => {
    const first = counting({ execute: () => new Promise(() => undefined) });
    void foreignCall(first.runner, call);
    void foreignCall(first.runner, { ...call, id: "two", name: "look", run: "other" });
    await expect.poll(() => first.ran.length).toBe(2);
    const second = counting({ journal: first.journal });
    const lost = await foreignCall(second.runner, call);
    const read = await foreignCall(second.runner, { ...call, id: "two", name: "look" });
    expect(lost.result.error?.code).toBe("outcome_unknown");
    expect(read.message.content).toBe("look 1");
    expect(stored(second.events).map(({ type }) => type)).toEqual([
      "error",
      "tool_call_end",
      "warning",
      "tool_call_end",
    ]);
    const third = counting({ journal: first.journal });
    expect((await foreignCall(third.runner, call)).result.error?.code).toBe("outcome_unknown");
  });

  it("asks a question again under its id, and takes the stored answer", async () => {
    const waiting = new PendingApprovals();
    const first = counting({ policy: askForWrites, approver: waiting });
    void foreignCall(first.runner, call);
    await expect.poll(() => waiting.list()).toHaveLength(1);
    const approvalId = waiting.list()[0]?.approvalId;
    const asked: string[] = [];
    const second = counting({
      journal: first.journal,
      policy: askForWrites,
      approver: {
        async approve(request): Promise<ApprovalDecision> {
          asked.push(request.approvalId);
          return { approvalId: request.approvalId, approve: true };
        },
      },
    });
    expect((await foreignCall(second.runner, call)).message.content).toBe("change 1");
    expect(asked).toEqual([approvalId]);
    expect(second.events.map(({ type }) => type)).not.toContain("tool_call_start");
  });

  it("runs nothing when the journal cannot be read", async () => {
    const journal = new MemoryJournal();
    journal.read = () => {
      throw new Error("disk");
    };
    const { runner, ran } = counting({ journal });
    const { result } = await foreignCall(runner, call);
    expect({ code: result.error?.code, ran }).toEqual({ code: "skipped", ran: [] });
  });
});

describe("foreignQuestion", () => {
  const call = { id: "one", name: "change", arguments: '{"n":"1"}', approvals: "framework" } as const;

  it("is noted once, and lets exactly that call run once", async () => {
    const { runner, ran, events } = counting({ policy: askForWrites });
    const question = await foreignQuestion(runner, call);
    expect(question).toMatchObject({ arguments: { n: 1 }, reason: "change may change files or other state here." });
    expect(await foreignQuestion(runner, call)).toEqual(question);
    expect(await foreignQuestion(runner, { ...call, name: "look" })).toBeUndefined();
    const crossed = await foreignCall(runner, { ...call, arguments: { n: 2 } });
    expect(crossed.result.error?.code).toBe("security_violation");
    expect((await foreignCall(runner, call)).message.content).toBe("change 1");
    expect((await foreignCall(runner, call)).message.content).toBe("change 1");
    expect(await foreignQuestion(runner, call)).toBeUndefined();
    expect(ran).toEqual([{ n: 1 }]);
    expect(stored(events).map(({ type }) => type)).toEqual([
      "tool_call_start",
      "approval_request",
      "approval_decision",
      "tool_call_end",
    ]);
  });

  it("must have been asked", async () => {
    const { runner, ran } = counting({ policy: askForWrites });
    const { result } = await foreignCall(runner, call);
    expect({ code: result.error?.code, ran }).toEqual({ code: "approval_denied", ran: [] });
    const free = await foreignCall(runner, { ...call, id: "two", name: "look" });
    expect(free.result.isError).toBe(false);
  });

  it("is not answered by a loop whose calls our approver answers", async () => {
    const { runner, ran } = counting({ policy: askForWrites });
    await foreignQuestion(runner, call);
    const { result } = await foreignCall(runner, { ...call, approvals: "runner" });
    expect({ code: result.error?.code, ran }).toEqual({ code: "approval_denied", ran: [] });
  });

  it("is known to the process after it, from the journal", async () => {
    const first = counting({ policy: askForWrites });
    const question = await foreignQuestion(first.runner, call);
    const second = counting({ policy: askForWrites, journal: first.journal });
    expect(await foreignQuestion(second.runner, call)).toEqual(question);
    const third = counting({ policy: askForWrites, journal: first.journal });
    expect((await foreignCall(third.runner, { ...call, arguments: { n: 9 } })).result.error?.code).toBe(
      "security_violation",
    );
    const fourth = counting({ policy: askForWrites, journal: first.journal });
    expect((await foreignCall(fourth.runner, call)).message.content).toBe("change 1");
    const fifth = counting({ policy: askForWrites, journal: first.journal });
    expect((await foreignCall(fifth.runner, call)).message.content).toBe("change 1");
    expect([second.ran, third.ran, fourth.ran, fifth.ran]).toEqual([[], [], [{ n: 1 }], []]);
  });
});
