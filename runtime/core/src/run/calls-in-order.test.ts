import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { run } from "../../test/looping.ts";
import { deferred, toolOf } from "../../test/making.ts";
import { scripted } from "../../test/scripted-program.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import type { JsonObject } from "../json/json.ts";
import { resumeToolLoop } from "../loop/resume.ts";
import type { Tool, ToolContext } from "../tool/tool.ts";
import { callsInOrder } from "./calls-in-order.ts";
import type { CallAbout } from "./policy.ts";

const programOf = (execute: (ctx: ToolContext) => Promise<string>) =>
  toolOf("program", (_, ctx) => execute(ctx), { effects: "external", replays: true });
const oneProgram = [calling("program"), { text: "the end" }];

describe("calls in the order of the journal", () => {
  it("says to a policy who makes a call, and stores the line of the program", async () => {
    const about: unknown[] = [];
    const policy = {
      decide: (_tool: Tool, _args: JsonObject, said?: CallAbout) => {
        about.push(said);
        return { verdict: "allow" } as const;
      },
    };
    const program = programOf(async (ctx) => {
      const calls = callsInOrder(ctx);
      calls.ask("look", {}, { line: 7 });
      await calls.next();
      calls.close();
      return "ok";
    });
    const look = counted("look", { effects: "read" }).tool;
    const { events } = await run(oneProgram, { tools: [program, look], policy });
    expect(about).toEqual([{ caller: "model" }, { caller: "program", programId: "c0", line: 7 }]);
    const starts = events.flatMap((event) => (event.type === "tool_call_start" ? [event.data.line] : []));
    expect(starts).toEqual([undefined, 7]);
  });

  it("ends where it cannot be stored that a call runs again, and the call does not", async () => {
    const look = counted("look", { effects: "read" });
    const program = programOf(async (ctx) => {
      const calls = callsInOrder(ctx);
      calls.ask("look", {});
      await calls.next();
      calls.close();
      return "ok";
    });
    const tools = [program, look.tool];
    const { events } = await run(oneProgram, { tools });
    const begun = events.findIndex(({ type, id }) => type === "tool_call_start" && id === "c0/0");
    const journal = new MemoryJournal();
    for (const event of events.slice(0, begun + 1)) journal.append(event);
    const append = journal.append.bind(journal);
    journal.append = async (event) => {
      if (event.type === "warning" && event.parentId === "c0/0") throw new Error("The lease is lost.");
      append(event);
    };
    const resumed = await resumeToolLoop({
      ...{ model: new WrittenModel([]), tools, logger: new KeptLog() },
      activity: new ActivityStream(journal),
    });
    expect(resumed.error?.code).toBe("journal_failed");
    expect(look.contexts).toHaveLength(1);
  });

  it("waits at the end for calls that run, and begins no other", async () => {
    const gate = deferred<string>();
    const slow = toolOf("slow", () => gate.promise, { effects: "write" });
    const next = counted("next", { effects: "write" });
    let notAwaited: unknown;
    const program = programOf(async (ctx) => {
      const calls = callsInOrder(ctx);
      calls.ask("slow", {});
      calls.ask("next", {});
      await new Promise((resolve) => setTimeout(resolve, 20));
      const closed = calls.close();
      gate.resolve("done");
      notAwaited = await Promise.all(
        closed.open.map(async ({ number, ended }) => [number, (await ended).result?.error?.code]),
      );
      return "ok";
    });
    const { events } = await run(oneProgram, { tools: [program, slow, next.tool] });
    expect(notAwaited).toEqual([
      [0, undefined],
      [1, "skipped"],
    ]);
    expect(next.contexts).toEqual([]);
    const ends = events.flatMap((event) =>
      event.type === "tool_call_end" ? [[event.id, event.data.result.error?.code]] : [],
    );
    expect(ends).toEqual([
      ["c0/0", undefined],
      ["c0/1", "skipped"],
      ["c0", undefined],
    ]);
  });

  it("tells a call that runs of a stop of the run, and begins none after it", async () => {
    const controller = new AbortController();
    const begun = deferred<void>();
    const reasons: unknown[] = [];
    const slow = toolOf("slow", async (_, { signal }) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      reasons.push(signal.reason instanceof DOMException && signal.reason.name);
      return "stopped";
    });
    const left: unknown[] = [];
    const program = programOf(async (ctx) => {
      const calls = callsInOrder(ctx);
      calls.ask("slow", {});
      await begun.promise;
      controller.abort();
      calls.ask("late", {});
      for (const { number, ended } of calls.close().open) left.push([number, (await ended).result?.error?.code]);
      return "ok";
    });
    const late = counted("late", { effects: "write" });
    await run(oneProgram, { tools: [program, slow, late.tool], signal: controller.signal });
    expect(reasons).toEqual(["AbortError"]);
    expect(left).toEqual([
      [0, "aborted"],
      [1, "skipped"],
    ]);
    expect(late.contexts).toEqual([]);
  });

  it("gives nothing more after a no without a reason, and stops the run", async () => {
    const seen: string[] = [];
    const program = programOf(async (ctx) => {
      const calls = callsInOrder(ctx);
      calls.ask("pay", {});
      calls.ask("pay", { twice: true });
      const next = await calls.next();
      seen.push(next.how === "over" ? `over ${next.stop}` : "ended");
      calls.close();
      return "ok";
    });
    const pay = counted("pay", { effects: "external" });
    const { stopReason } = await run(oneProgram, {
      tools: [program, pay.tool],
      policy: { decide: ({ name }) => ({ verdict: name === "pay" ? "ask" : "allow" }) },
      approver: { approve: async ({ approvalId }) => ({ approvalId, approve: false }) },
    });
    expect(seen).toEqual(["over denied"]);
    expect(pay.contexts).toEqual([]);
    expect(stopReason).toBe("denied");
  });

  it("ends where another program came back than the one that was recorded", async () => {
    const programs = [["first", "second"], ["second", "first"], ["second"]];
    for (const [place, expected] of [
      [1, /program_diverged/],
      [2, /program_diverged/],
    ] as const) {
      let lives = 0;
      const program = programOf(
        scripted(async ({ call }) => {
          const names = programs[lives === 0 ? 0 : place] ?? [];
          lives += 1;
          const seen = [];
          for (const name of names) seen.push(await call(name, {}));
          return seen;
        }),
      );
      const [first, second] = [counted("first", { effects: "write" }), counted("second", { effects: "write" })];
      const { texts } = await crashed({
        answers: oneProgram,
        tools: [program, first.tool, second.tool],
        after: ["tool_call_end", 1],
      });
      expect(texts[0]).toMatch(expected);
      // The run that was not cut off, alone.
      expect([first.contexts.length, second.contexts.length]).toEqual([1, 1]);
    }
  });

  it("ends where a call is recorded that the program does not make any more", async () => {
    let lives = 0;
    const program = programOf(async (ctx) => {
      lives += 1;
      const calls = callsInOrder(ctx);
      if (lives === 1) calls.ask("first", {});
      calls.ask("second", {});
      const next = await calls.next();
      calls.close();
      return next.how === "over" ? String(next.result.error?.message) : "ended";
    });
    const [first, second] = [counted("first", { effects: "read" }), counted("second", { effects: "read" })];
    const { texts } = await crashed({
      answers: oneProgram,
      tools: [program, first.tool, second.tool],
      after: ["tool_call_end", 2],
    });
    expect(texts).toEqual([
      "After a restart c0 made another call (second) where first is recorded. Nothing more was run.",
    ]);
  });
});
