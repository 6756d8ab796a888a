import { describe, expect, it, vi } from "vitest";
import { illegality } from "../../test/invariants/checks.ts";
import { toolOf } from "../../test/making.ts";
import { type Answer, KeptLog, WrittenModel } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { EventType, JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { secret } from "../secrets/secret.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolContext } from "../tool/tool-context.ts";
import { resumeToolLoop } from "./resume-tool-loop.ts";
import { runToolLoop } from "./tool-loop.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

interface Crash {
  readonly answers: readonly Answer[];
  readonly tools: readonly Tool[];
  readonly config?: Partial<ToolLoopConfig>;
  /** The last event that was stored, and which one of its type. */
  readonly after: readonly [type: EventType, number: number];
  /** What the model says to the resumed process. */
  readonly later?: readonly Answer[];
  readonly resumedTools?: readonly Tool[];
}

/** Plays a run, forgets what came after an event, and resumes from what is left. */
async function crashed({
  answers,
  tools,
  config = {},
  after: [type, number],
  later = [{ text: "the end" }],
  resumedTools,
}: Crash) {
  const whole = new MemoryJournal();
  const logger = new KeptLog();
  await runToolLoop(
    { model: new WrittenModel(answers), tools, logger, ...config, activity: new ActivityStream(whole) },
    [{ role: "user", content: "go" }],
  );
  const last = whole.events.filter((event) => event.type === type)[number - 1];
  const journal = new MemoryJournal();
  for (const event of whole.events)
    if (event.seq <= (last?.seq ?? 0)) journal.append(JSON.parse(JSON.stringify(event)));
  const stored = journal.events.length;
  const model = new WrittenModel(later);
  const published: JournalEvent[] = [];
  const activity = new ActivityStream(journal);
  activity.subscribe("*", (event) => void published.push(event));
  const result = await resumeToolLoop({ model, tools: resumedTools ?? tools, logger, ...config, activity });
  expect(illegality(result.messages)).toBeUndefined();
  const seqs = journal.events.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
  const texts = result.messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
  return { ...result, model, published, texts, all: journal.events, stored };
}

const counted = (name: string, effects?: Parameters<typeof toolOf>[2]) => {
  const contexts: Pick<ToolContext, "attempt" | "idempotencyKey" | "toolCallId">[] = [];
  const tool = toolOf(
    name,
    (_, { attempt, idempotencyKey, toolCallId }) => {
      contexts.push({ attempt, idempotencyKey, toolCallId });
      return `${name} ran`;
    },
    effects,
  );
  return { tool, contexts };
};

const calling = (...names: string[]): Answer => ({
  calls: names.map((name, n) => ({ id: `c${n}`, name, args: { n } })),
});

describe("resuming a call", () => {
  it("that has ended reuses its result", async () => {
    const { tool, contexts } = counted("write", { effects: "write" });
    const { texts, stopReason, content, published, iterations } = await crashed({
      answers: [calling("write")],
      tools: [tool],
      after: ["tool_call_end", 1],
    });
    expect([contexts.length, texts, stopReason, content, iterations]).toEqual([1, ["write ran"], "stop", "the end", 2]);
    expect(published[0]?.type).toBe("step_end");
  });

  it("that was never started runs for the first time", async () => {
    const { tool, contexts } = counted("write", { effects: "write" });
    await crashed({ answers: [calling("write")], tools: [tool], after: ["assistant_message", 1] });
    expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 1]);
    expect(new Set(contexts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it.each(["read", { kind: "write", idempotent: true }] as const)(
    "that may be repeated (%j) runs again: attempt 2, the same key, one start and one end",
    async (effects) => {
      const { tool, contexts } = counted("again", { effects });
      const { texts, all } = await crashed({
        answers: [calling("again")],
        tools: [tool],
        after: ["tool_call_start", 1],
      });
      expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(new Set(contexts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(texts).toEqual(["again ran"]);
      const ofCall = all.filter(({ id }) => id === "c0").map(({ type }) => type);
      expect(ofCall).toEqual(["tool_call_start", "tool_call_end"]);
    },
  );

  it.each([undefined, "write", "external"] as const)(
    "that may not be repeated (%j) has an unknown outcome",
    async (effects) => {
      const { tool, contexts } = counted("once", effects && { effects });
      const { texts, all, stopReason } = await crashed({
        answers: [calling("once")],
        tools: [tool],
        after: ["tool_call_start", 1],
      });
      expect([contexts.length, stopReason]).toEqual([1, "stop"]);
      expect(texts[0]).toMatch(/^Error executing tool: .*not known/);
      const ofCall = all.filter(({ id }) => id === "c0").map(({ type }) => type);
      expect(ofCall).toEqual(["tool_call_start", "error", "tool_call_end"]);
    },
  );

  it("of a tool that is gone is not guessed at", async () => {
    const { tool } = counted("gone", { effects: "read" });
    const { texts } = await crashed({
      answers: [calling("gone")],
      tools: [tool],
      resumedTools: [],
      after: ["tool_call_start", 1],
    });
    expect(texts[0]).toMatch(/^Error executing tool/);
  });

  it("goes call by call, in call order", async () => {
    const [first, second, third] = [
      counted("first", { effects: "write" }),
      counted("second", { effects: "write" }),
      counted("third", { effects: "write" }),
    ];
    const { texts } = await crashed({
      answers: [calling("first", "second", "third")],
      tools: [first.tool, second.tool, third.tool],
      after: ["tool_call_start", 2],
    });
    expect(texts.map((text) => text.slice(0, 11))).toEqual(["first ran", "Error execu", "third ran"]);
    expect([first.contexts.length, second.contexts.length, third.contexts.length]).toEqual([1, 1, 2]);
  });

  it("whose arguments could not be read stays refused", async () => {
    const { tool, contexts } = counted("tool", { effects: "read" });
    for (const args of ['{"n":', "[1]", '"x"']) {
      for (const after of ["assistant_message", "tool_call_start"] as const) {
        const { texts } = await crashed({
          answers: [{ calls: [{ id: "c0", name: "tool", args }] }],
          tools: [tool],
          after: [after, 1],
        });
        expect(texts[0]).toMatch(/^Error \[invalid_(json|arguments)\]/);
      }
    }
    expect(contexts).toEqual([]);
  });

  it("whose arguments held a secret has to be asked for again", async () => {
    const { tool, contexts } = counted("login", { effects: "read" });
    const { texts } = await crashed({
      answers: [{ calls: [{ id: "c0", name: "login", args: { word: "correct-horse-battery" } }] }],
      tools: [tool],
      config: { secrets: [secret("vault", "correct-horse-battery")] },
      after: ["tool_call_start", 1],
    });
    expect(contexts).toHaveLength(1);
    expect(texts[0]).toMatch(/^Error \[approval_denied\].*Ask again/);
  });

  it("that looks a little like it held secrets costs no more than its length", async () => {
    const { tool } = counted("tool", { effects: "read" });
    const { stopReason } = await crashed({
      answers: [{ calls: [{ id: "c0", name: "tool", args: { text: "[secret:".repeat(200_000) } }] }],
      tools: [tool],
      after: ["tool_call_start", 1],
    });
    expect(stopReason).toBe("stop");
  });

  it("made calls inside it: those are closed, and have new ids when it runs again", async () => {
    const inner = counted("inner", { effects: "read" });
    const outer = toolOf("outer", async (_, ctx) => (await ctx.call("inner", {})).output, {
      effects: { kind: "write", idempotent: true },
    });
    const { all, texts } = await crashed({
      answers: [calling("outer")],
      tools: [outer, inner.tool],
      after: ["tool_call_start", 2],
    });
    expect(texts).toHaveLength(1);
    const starts = all.filter(({ type }) => type === "tool_call_start").map(({ id }) => id);
    const ends = all.filter(({ type }) => type === "tool_call_end").map(({ id }) => id);
    expect(starts).toEqual(["c0", "c0/0", "c0~2/0"]);
    expect(ends.toSorted()).toEqual(starts.toSorted());
  });
});

describe("resuming an approval", () => {
  const asked: { approvalId: string; answer?: string }[] = [];
  const approver = {
    async approve({ approvalId }: { approvalId: string }) {
      asked.push({ approvalId });
      return { approvalId, approve: true } as const;
    },
  };
  const asks = (effects?: "read") => counted("asks", { requiresConfirmation: true, ...(effects && { effects }) });

  it("that was not answered asks again under the same id", async () => {
    asked.length = 0;
    const { tool, contexts } = asks();
    const { texts } = await crashed({
      answers: [calling("asks")],
      tools: [tool],
      config: { approver },
      after: ["approval_request", 1],
    });
    expect(texts).toEqual(["asks ran"]);
    expect(asked[0]).toEqual(asked[1]);
    expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  it("that was given is not asked for again: a read runs, anything else may have run", async () => {
    for (const [effects, text] of [
      ["read", /^asks ran/],
      [undefined, /^Error executing tool/],
    ] as const) {
      asked.length = 0;
      const { texts } = await crashed({
        answers: [calling("asks")],
        tools: [asks(effects).tool],
        config: { approver },
        after: ["approval_decision", 1],
      });
      expect(texts[0]).toMatch(text);
      expect(asked).toHaveLength(1);
    }
  });

  it.each([undefined, "too much"])("that was refused (%j) stays refused", async (reason) => {
    const refusing = {
      approve: async ({ approvalId }: { approvalId: string }) =>
        ({ approvalId, approve: false, ...(reason && { reason }) }) as const,
    };
    const { tool, contexts } = asks();
    const { texts, stopReason } = await crashed({
      answers: [calling("asks")],
      tools: [tool],
      config: { approver: refusing },
      after: ["approval_decision", 1],
    });
    expect(texts[0]).toMatch(/^Error \[approval_denied\]/);
    expect(stopReason).toBe(reason === undefined ? "denied" : "stop");
    expect(contexts).toEqual([]);
  });

  it("with edited arguments runs those, unless they held a secret", async () => {
    const inputs: unknown[] = [];
    const tool = toolOf("asks", (input) => void inputs.push(input), { requiresConfirmation: true, effects: "read" });
    for (const word of ["plain", "correct-horse-battery"]) {
      const editing = {
        approve: async ({ approvalId }: { approvalId: string }) =>
          ({ approvalId, approve: true, arguments: { word } }) as const,
      };
      const config = { approver: editing, secrets: [secret("vault", "correct-horse-battery")] };
      const { texts } = await crashed({
        answers: [calling("asks")],
        tools: [tool],
        config,
        after: ["approval_decision", 1],
      });
      if (word !== "plain") expect(texts[0]).toMatch(/^Error \[approval_denied\].*Ask again/);
    }
    expect(inputs).toEqual([{ word: "plain" }, { word: "plain" }, { word: "correct-horse-battery" }]);
  });
});

describe("resuming a step", () => {
  const { tool } = counted("look", { effects: "read" });

  it("without an answer of the model asks it again", async () => {
    const { model, iterations, content } = await crashed({
      answers: [calling("look"), { text: "lost" }],
      tools: [tool],
      after: ["step_start", 2],
    });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.messages).toHaveLength(3);
    expect([iterations, content]).toEqual([2, "the end"]);
  });

  it("that was the last one ends the run without another model call", async () => {
    const { model, content, stopReason } = await crashed({
      answers: [{ text: "said" }],
      tools: [tool],
      after: ["assistant_message", 1],
    });
    expect([model.requests.length, content, stopReason]).toEqual([0, "said", "stop"]);
  });

  it("keeps the limits of its run", async () => {
    const answers = Array.from({ length: 5 }, (_, n) => ({ calls: [{ name: "look", args: { n } }] }));
    const { iterations, stopReason } = await crashed({
      answers,
      tools: [tool],
      config: { maxIterations: 3 },
      after: ["step_end", 2],
      later: answers.map((_, n) => ({ calls: [{ name: "look", args: { n: n + 10 } }] })),
    });
    expect([iterations, stopReason]).toEqual([3, "max_iterations"]);
  });

  it("that was cut off by its length tells the model of lost calls, once", async () => {
    const cut = { text: "cut", finishReason: "length", droppedCalls: 1 } as const;
    for (const after of [
      ["assistant_message", 1],
      ["step_end", 1],
    ] as const) {
      const { model, stopReason } = await crashed({ answers: [cut], tools: [tool], after });
      expect(stopReason).toBe("stop");
      expect(model.requests[0]?.messages.at(-1)).toMatchObject({
        role: "user",
        content: expect.stringContaining("length limit"),
      });
    }
    const again = await crashed({
      answers: [cut, cut],
      tools: [tool],
      after: ["assistant_message", 2],
      later: [{ text: "never" }],
    });
    expect([again.stopReason, again.model.requests.length]).toEqual(["length", 0]);
  });

  it("does not lose a background result that no model call had taken", async () => {
    const asyncResult = {
      output: { type: "text", text: "Started." },
      silent: false,
      isError: false,
      async: true,
    } as const;
    const start = toolOf("start", (_, ctx) => {
      ctx.background(() => "found it");
      return asyncResult;
    });
    const slow = toolOf("slow", () => new Promise((resolve) => setTimeout(() => resolve("waited"), 150)), {
      effects: "read",
    });
    const { model } = await crashed({
      answers: [calling("start", "slow")],
      tools: [start, slow],
      after: ["async_result", 1],
    });
    const told = model.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === "user"));
    expect(told.at(-1)?.content).toContain("found it");
    const heard = await crashed({
      answers: [calling("start", "slow"), { text: "heard" }],
      tools: [start, slow],
      after: ["step_start", 2],
    });
    const texts = heard.model.requests[0]?.messages.filter(({ content }) => String(content).includes("found it"));
    expect(texts).toHaveLength(1);
  });

  it("can be cut off and resumed again and again", async () => {
    const answers = [calling("look")];
    const journal = new MemoryJournal();
    await runToolLoop({ model: new WrittenModel(answers), tools: [tool], activity: new ActivityStream(journal) }, []);
    const attempts: number[] = [];
    const seen = toolOf("look", (_, { attempt }) => void attempts.push(attempt), { effects: "read" });
    let events: readonly JournalEvent[] = journal.events.slice(0, 4);
    for (let round = 0; round < 3; round += 1) {
      const resumed = new MemoryJournal();
      for (const event of events) resumed.append(event);
      const model = new WrittenModel([{ text: "end" }]);
      await resumeToolLoop({ model, tools: [seen], activity: new ActivityStream(resumed) });
      const end = resumed.events.findIndex(({ type }) => type === "tool_call_end");
      events = resumed.events.slice(0, end);
    }
    expect(attempts).toEqual([2, 3, 4]);
  });
});

describe("there is nothing to resume", () => {
  const model = new WrittenModel([{ text: "never" }]);

  it("without a journal, in an empty one, and after the run has ended", async () => {
    const journal = new MemoryJournal();
    const activity = new ActivityStream(journal);
    const results = [
      await resumeToolLoop({ model }),
      await resumeToolLoop({ model, activity }),
      await resumeToolLoop(JSON.parse("null")),
    ];
    await runToolLoop({ model: new WrittenModel([{ text: "x" }]), activity }, []);
    const before = journal.events.length;
    results.push(await resumeToolLoop({ model, activity }));
    expect(results.map(({ stopReason, error }) => [stopReason, error?.code])).toEqual(
      Array(4).fill(["error", "internal"]),
    );
    expect(journal.events).toHaveLength(before);
    expect(model.requests).toEqual([]);
  });

  it("in a journal that cannot be read", async () => {
    const read = vi.fn(() => {
      throw new Error("no disk");
    });
    const { stopReason } = await resumeToolLoop({ model, activity: new ActivityStream({ append() {}, read }) });
    expect(stopReason).toBe("error");
  });
});

describe("runs inside runs", () => {
  it("are not taken for the run to resume, and not for the history", async () => {
    const { tool } = counted("look", { effects: "read" });
    const agent = toolOf(
      "agent",
      async (_, ctx) => {
        const { content } = await runToolLoop(
          {
            model: new WrittenModel([calling("look"), { text: "inner end" }]),
            tools: [tool],
            activity: stream.createScoped(ctx.toolCallId),
          },
          [],
        );
        return content;
      },
      { effects: "read" },
    );
    const journal = new MemoryJournal();
    const stream = new ActivityStream(journal);
    await runToolLoop(
      { model: new WrittenModel([calling("agent"), { text: "outer end" }]), tools: [agent], activity: stream },
      [],
    );
    const inner = journal.events.findIndex(
      ({ type, parentId }) => type === "assistant_message" && parentId !== undefined,
    );
    const resumed = new MemoryJournal();
    for (const event of journal.events.slice(0, inner + 1)) resumed.append(event);
    const model = new WrittenModel([{ text: "resumed" }]);
    const result = await resumeToolLoop({ model, tools: [agent], activity: new ActivityStream(resumed) });
    expect(result.content).toBe("resumed");
    expect(result.messages.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant"]);
  });
});
