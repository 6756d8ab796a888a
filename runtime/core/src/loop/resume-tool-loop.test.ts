import { describe, expect, it, vi } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { resumeToolLoop } from "./resume.ts";
import { runToolLoop } from "./tool-loop.ts";

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

  it("reads its own run alone where the journal has that, and everything where the newest run has ended", async () => {
    const journal = new MemoryJournal();
    const begin = (seq: number, runId: string): JournalEvent => {
      const data = { input: [{ role: "user", content: runId }], model: "m" } as const;
      return { id: `e${seq}`, seq, time: 1, runId, type: "run_start", data };
    };
    journal.append(begin(1, "older"));
    journal.append(begin(2, "newer"));
    let asked: string[] = [];
    const from = (name: string, after: number) => {
      asked.push(name);
      return journal.read(after);
    };
    const counted = {
      append: (event: JournalEvent) => journal.append(event),
      lastSeq: () => journal.events.length,
      read: (after = 0) => from("all", after),
      lastRun: () => from("newest", 1),
    };
    const resume = () => {
      asked = [];
      return resumeToolLoop({ model: new WrittenModel([{ text: "end" }]), activity: new ActivityStream(counted) });
    };
    const textsOf = async () => (await resume()).messages.map(({ content }) => content);
    expect([await textsOf(), asked]).toEqual([["newer", "end"], ["newest"]]);
    expect([await textsOf(), asked]).toEqual([
      ["older", "end"],
      ["newest", "all"],
    ]);
  });

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
    const codes = ["invalid_options", "nothing_to_resume", "invalid_options", "nothing_to_resume"];
    expect(results.map(({ stopReason, error }) => [stopReason, error?.code])).toEqual(
      codes.map((code) => ["error", code]),
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
