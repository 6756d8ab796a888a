import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { run } from "../../test/looping.ts";
import { deferred, toolOf } from "../../test/making.ts";
import type { ToolContext } from "../index.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";

/** A tool that replays, and tells what its calls came to. */
function program(work: (ctx: ToolContext) => Promise<unknown>) {
  return toolOf("program", async (_, ctx) => JSON.stringify(await work(ctx)), { effects: "external", replays: true });
}

const text = async (called: ReturnType<ToolContext["call"]>) => {
  const { output, error } = await called;
  return error?.code ?? (output.type === "text" ? output.text : "");
};

describe("a tool that replays", () => {
  const first = () => counted("first", { effects: "write" });
  const second = () => counted("second", { effects: "write" });

  it("goes on behind the calls that had ended, under the same ids", async () => {
    const [one, two] = [first(), second()];
    const both = program(async (ctx) => [await text(ctx.call("first", {})), await text(ctx.call("second", {}))]);
    const { texts, all } = await crashed({
      answers: [calling("program")],
      tools: [both, one.tool, two.tool],
      after: ["tool_call_end", 1],
    });
    expect(texts).toEqual(['["first ran","second ran"]']);
    // The run that was not cut off, and the one that was.
    expect([one.contexts.length, two.contexts.length]).toEqual([1, 2]);
    expect(
      two.contexts.map(({ toolCallId, idempotencyKey }) => [toolCallId, idempotencyKey.split("/").slice(1)]),
    ).toEqual([1, 2].map(() => ["c0/1", ["c0", "1"]]));
    const of = (type: string) => all.filter((event) => event.type === type).map(({ id }) => id);
    expect(of("tool_call_start")).toEqual(["c0", "c0/0", "c0/1"]);
    expect(of("tool_call_end")).toEqual(["c0/0", "c0/1", "c0"]);
  });

  it("is told of a call that had begun that nobody knows what it came to, and may go on", async () => {
    const [one, two] = [first(), second()];
    const both = program(async (ctx) => [await text(ctx.call("first", {})), await text(ctx.call("second", {}))]);
    const { texts } = await crashed({
      answers: [calling("program")],
      tools: [both, one.tool, two.tool],
      after: ["tool_call_start", 2],
    });
    expect(texts).toEqual(['["outcome_unknown","second ran"]']);
    expect(one.contexts).toHaveLength(1);
  });

  it("has a call run again that may be repeated, one attempt on", async () => {
    const look = counted("first", { effects: "read" });
    const one = program((ctx) => text(ctx.call("first", {})));
    const { texts } = await crashed({
      answers: [calling("program")],
      tools: [one, look.tool],
      after: ["tool_call_start", 2],
    });
    expect(texts).toEqual(['"first ran"']);
    expect(look.contexts.map(({ attempt, toolCallId }) => [attempt, toolCallId])).toEqual([
      [1, "c0/0"],
      [2, "c0/0"],
    ]);
  });

  it.each([
    ["approval_request", 1, 2],
    ["approval_decision", 1, 2],
    ["tool_call_running", 1, 1],
  ] as const)("asks once about a call: cut off after %s", async (type, nth, runs) => {
    const ids: string[] = [];
    const approver = {
      approve: async ({ approvalId }: { approvalId: string }) => {
        ids.push(approvalId);
        return { approvalId, approve: true } as const;
      },
    };
    const asks = counted("first", { effects: "write", requiresConfirmation: true });
    const { texts } = await crashed({
      answers: [calling("program")],
      tools: [program((ctx) => text(ctx.call("first", {}))), asks.tool],
      config: { approver },
      after: [type, nth],
    });
    expect(texts).toEqual([runs === 2 ? '"first ran"' : '"outcome_unknown"']);
    expect(asks.contexts).toHaveLength(runs);
    expect(new Set(ids).size).toBe(1);
  });

  it("ends where it makes another call than before, and makes no more", async () => {
    const [one, two] = [first(), second()];
    let life = 0;
    const moody = program(async (ctx) => {
      life += 1;
      return [await text(ctx.call(life === 1 ? "first" : "second", {})), await text(ctx.call("second", {}))];
    });
    const { texts, all } = await crashed({
      answers: [calling("program")],
      tools: [moody, one.tool, two.tool],
      after: ["tool_call_end", 1],
    });
    expect(texts).toEqual(['["execution_failed","execution_failed"]']);
    expect(two.contexts).toHaveLength(1);
    expect(all.filter(({ type }) => type === "tool_call_start")).toHaveLength(2);
  });

  it("lets no call begin that was asked for together with another one than before", async () => {
    const [one, two] = [first(), second()];
    let life = 0;
    const moody = program(async (ctx) => {
      life += 1;
      const calls =
        life === 1
          ? [["first", {}]]
          : [
              ["second", { new: true }],
              ["second", {}],
            ];
      await Promise.all(calls.map(([name, args]) => ctx.call(String(name), Object(args))));
    });
    await crashed({
      answers: [calling("program")],
      tools: [moody, one.tool, two.tool],
      after: ["tool_call_end", 1],
    });
    expect(two.contexts).toEqual([]);
  });

  it("makes the same call where its arguments were mended or masked", async () => {
    const inputs: unknown[] = [];
    const takes = toolOf("first", (input) => void inputs.push(input), {
      effects: "write",
      input: { type: "object", properties: { n: { type: "integer" }, word: { type: "string" } }, required: ["n"] },
    });
    const { texts } = await crashed({
      answers: [calling("program")],
      tools: [program((ctx) => text(ctx.call("first", { n: "3", word: "correct-horse-battery" }))), takes],
      config: { secrets: [{ name: "vault", value: "correct-horse-battery" }] },
      after: ["tool_call_end", 1],
    });
    expect(texts).toEqual(['""']);
    expect(inputs).toHaveLength(1);
  });

  it("replays inside one another", async () => {
    const one = first();
    const inner = toolOf("inner", async (_, ctx) => text(ctx.call("first", {})), { replays: true });
    const outer = program(async (ctx) => [await text(ctx.call("inner", {})), await text(ctx.call("first", {}))]);
    const { texts, all } = await crashed({
      answers: [calling("program")],
      tools: [outer, inner, one.tool],
      after: ["tool_call_end", 1],
    });
    expect(texts).toEqual(['["first ran","first ran"]']);
    expect(one.contexts.map(({ toolCallId }) => toolCallId)).toEqual(["c0/0/0", "c0/1", "c0/1"]);
    expect(all.filter(({ type }) => type === "tool_call_start").map(({ id }) => id)).toEqual([
      "c0",
      "c0/0",
      "c0/0/0",
      "c0/1",
    ]);
  });

  it("has its calls take turns: reads together, every other call alone, in the order of asking", async () => {
    let running = 0;
    const seen: string[] = [];
    const timed = (name: string, effects: "read" | "write") =>
      toolOf(
        name,
        async (input) => {
          running += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          seen.push(`${name}${Reflect.get(Object(input), "n")}:${running}`);
          running -= 1;
        },
        { effects },
      );
    const all = program((ctx) =>
      Promise.all(["read", "read", "write", "write", "read"].map((name, n) => text(ctx.call(name, { n })))),
    );
    await run([calling("program"), { text: "end" }], { tools: [all, timed("read", "read"), timed("write", "write")] });
    expect(seen).toEqual(["read0:2", "read1:1", "write2:1", "write3:1", "read4:1"]);
  });

  it("lets other calls go on while a person thinks about one, and asks about several at once", async () => {
    const answers = deferred<void>();
    const asked: string[] = [];
    const done: string[] = [];
    const saves = toolOf("save", (_, { toolCallId }) => void done.push(toolCallId), { requiresConfirmation: true });
    const looks = toolOf("look", (_, { toolCallId }) => void done.push(toolCallId), { effects: "read" });
    const all = program((ctx) => Promise.all(["save", "save", "look"].map((name, n) => text(ctx.call(name, { n })))));
    const running = run([calling("program"), { text: "end" }], {
      tools: [all, saves, looks],
      approver: {
        approve: async ({ approvalId, toolCallId }) => {
          asked.push(toolCallId);
          await answers.promise;
          return { approvalId, approve: true };
        },
      },
    });
    await expect.poll(() => [asked.length, done.length]).toEqual([2, 1]);
    answers.resolve();
    await running;
    expect(asked).toEqual(["c0/0", "c0/1"]);
    expect(done).toEqual(["c0/2", "c0/0", "c0/1"]);
  });

  it("does not wait for the disk between its reads, and lets nothing else begin before all is stored", async () => {
    const stored: string[] = [];
    let last = Promise.resolve();
    const journal = {
      keepsOrder: true,
      append({ type, id }: JournalEvent) {
        const isStored = () => void stored.push(`${type} ${id ?? ""}`);
        last = last.then(() => new Promise((resolve) => setTimeout(resolve, 20))).then(isStored);
        return last;
      },
      async *read() {},
    };
    const seen: string[][] = [];
    const note = () => void seen.push(stored.filter((event) => event.startsWith("tool_call_end")));
    const looks = toolOf("look", note, { effects: "read" });
    const saves = toolOf("save", note, { effects: "write" });
    const all = program(async (ctx) => {
      for (let n = 0; n < 5; n += 1) await ctx.call("look", { n });
      await ctx.call("save", {});
    });
    const { stopReason } = await run([calling("program"), { text: "end" }], {
      tools: [all, looks, saves],
      activity: new ActivityStream(journal),
    });
    expect(stopReason).toBe("stop");
    expect(seen[4]?.length).toBeLessThan(4);
    expect(seen[5]).toHaveLength(5);
  });
});
