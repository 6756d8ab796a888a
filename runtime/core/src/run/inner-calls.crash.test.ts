import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { KeptRun } from "../../test/kept-run.ts";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import type { JournalEvent, ToolContext } from "../index.ts";

function program(work: (ctx: ToolContext) => Promise<unknown>, options: Parameters<typeof toolOf>[2] = {}) {
  const spec = { effects: "external", replays: true, ...options } as const;
  return toolOf("program", async (_, ctx) => JSON.stringify(await work(ctx)), spec);
}

const text = async (called: ReturnType<ToolContext["call"]>) => {
  const { output, error } = await called;
  return error?.code ?? (output.type === "text" ? output.text : "");
};

const inTurn = (...names: string[]) =>
  async function work(ctx: ToolContext) {
    const said = [];
    for (const name of names) said.push(await text(ctx.call(name, {})));
    return said;
  };

/** Calls that have no end, and those that began or ended twice. */
function untidy(events: readonly JournalEvent[]) {
  const idsOf = (type: JournalEvent["type"]) => events.filter((event) => event.type === type).map(({ id }) => id);
  const [begun, ended] = [idsOf("tool_call_start"), idsOf("tool_call_end")];
  const twice = [begun, ended].flatMap((ids) => ids.filter((id, n) => ids.indexOf(id) < n));
  return { open: begun.filter((id) => !ended.includes(id)), twice };
}

const TIDY = { open: [], twice: [] };

const save = () => counted("save", { effects: "write" });

describe("a tool that replays, in a second life", () => {
  it("begins nothing after a call that had stopped the run", async () => {
    const stops = toolOf("stops", (_, ctx) => ctx.stopRun(), { effects: "write" });
    const { tool, contexts } = save();
    const { all, stopReason } = await crashed({
      answers: [calling("program")],
      tools: [program(inTurn("stops", "save")), stops, tool],
      after: ["tool_call_end", 1],
    });
    expect([stopReason, contexts.length, untidy(all)]).toEqual(["denied", 0, TIDY]);
  });

  it.each(["approval_decision", "tool_call_end"] as const)(
    "begins nothing after a no without a reason: cut off after %s",
    async (type) => {
      const asks = counted("asks", { effects: "write", requiresConfirmation: true });
      const { tool, contexts } = save();
      const { all, stopReason } = await crashed({
        answers: [calling("program")],
        tools: [program(inTurn("asks", "save")), asks.tool, tool],
        config: { approver: { approve: async ({ approvalId }) => ({ approvalId, approve: false }) } },
        after: [type, 1],
      });
      expect([stopReason, contexts.length, untidy(all)]).toEqual(["denied", 0, TIDY]);
    },
  );

  it("leaves no call open where it diverges", async () => {
    let life = 0;
    const look = counted("look", { effects: "read" });
    const moody = program((ctx) => {
      life += 1;
      return Promise.all([text(ctx.call("look", { life })), text(ctx.call("save", {}))]);
    });
    const { all } = await crashed({
      answers: [calling("program")],
      tools: [moody, save().tool, look.tool],
      after: ["tool_call_start", 3],
    });
    expect(untidy(all)).toEqual(TIDY);
  });

  it("leaves no call open where a policy denies it by then", async () => {
    let life = 0;
    const works = program((ctx) => {
      life += 1;
      return text(ctx.call("save", {}));
    });
    const { all, texts } = await crashed({
      answers: [calling("program")],
      tools: [works, save().tool],
      config: { policy: { decide: ({ name }) => ({ verdict: name === "program" && life === 1 ? "deny" : "allow" }) } },
      after: ["tool_call_start", 2],
    });
    expect(untidy(all)).toEqual(TIDY);
    expect(texts[0]).toContain("denied");
  });

  it("says that a call did not run about which nobody had answered, where its tool has gone", async () => {
    const asks = counted("asks", { effects: "write", requiresConfirmation: true });
    const { all } = await crashed({
      answers: [calling("program")],
      tools: [program(inTurn("asks")), asks.tool],
      resumedTools: [asks.tool],
      config: { approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) } },
      after: ["approval_request", 1],
    });
    const codes = all.flatMap((event) =>
      event.type === "tool_call_end" ? [[event.id, event.data.result.error?.code]] : [],
    );
    expect(codes).toEqual([
      ["c0/0", "skipped"],
      ["c0", "outcome_unknown"],
    ]);
  });

  it("finds its calls where the model has given one of its own calls such an id", async () => {
    const { tool, contexts } = save();
    const calls = [
      { id: "c0", name: "program", args: {} },
      { id: "c0/0", name: "look", args: {} },
    ];
    const { all } = await crashed({
      answers: [{ calls }],
      tools: [program(inTurn("save", "look")), tool, counted("look", { effects: "read" }).tool],
      after: ["tool_call_end", 1],
    });
    expect([contexts.length, untidy(all)]).toEqual([1, TIDY]);
  });

  it.each([
    { after: ["tool_call_start", 3], asks: false, said: "outcome_unknown", times: 1 },
    // What came behind the question is forgotten, and comes once more.
    { after: ["approval_request", 1], asks: true, said: "save ran", times: 2 },
  ] as const)("goes on within another that the loop does not have: $after", async ({ after, asks, said, times }) => {
    const { tool, contexts } = counted("save", { effects: "write", requiresConfirmation: asks });
    const extra = { effects: "external", replays: true, subTools: [tool] } as const;
    const batch = toolOf("batch", (_, ctx) => text(ctx.call(tool, {})), extra);
    const { all, texts } = await crashed({
      answers: [calling("program")],
      tools: [program((ctx) => text(ctx.call(batch, {})), { subTools: [batch] })],
      config: { approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) } },
      after,
    });
    const asked = all.flatMap((event) => (event.type === "approval_request" ? [event.data.approvalId] : []));
    expect([texts, contexts.length, untidy(all)]).toEqual([[JSON.stringify(said)], times, TIDY]);
    expect(new Set(asked).size).toBe(asks ? 1 : 0);
  });

  it.each([2, 3])("gives its calls new ids where it did not replay when it began: start %i", async (nth) => {
    const look = counted("look", { effects: "read" });
    const [before, now] = [false, true].map((replays) => program(inTurn("look", "look"), { effects: "read", replays }));
    const { all, texts } = await crashed({
      answers: [calling("program")],
      tools: before === undefined ? [] : [before, look.tool],
      resumedTools: now === undefined ? [] : [now, look.tool],
      after: ["tool_call_start", nth],
    });
    expect([texts, untidy(all)]).toEqual([['["look ran","look ran"]'], TIDY]);
  });
});

describe("a tool that replays, on an engine", () => {
  it("has no steps within a step", async () => {
    const durable = new KeptRun();
    const wrap = toolOf("wrap", (_, ctx) => text(ctx.call("program", {})), { effects: "write" });
    const tools = [wrap, program(inTurn("save")), save().tool];
    await run([calling("wrap", "program"), { text: "end" }], { durable, tools });
    expect([...durable.begun.keys()]).toEqual(["model:0", "c0", "c1/0", "model:1"]);
  });

  it("is unknown where it had made calls, and its tool replays no more", async () => {
    const { tool, contexts } = save();
    const { all, texts } = await crashed({
      answers: [calling("program")],
      tools: [program(inTurn("save")), tool],
      resumedTools: [program(inTurn("save"), { replays: false }), tool],
      config: { durable: new KeptRun() },
      after: ["tool_call_start", 2],
    });
    expect([contexts.length, untidy(all)]).toEqual([1, TIDY]);
    expect(texts[0]).toContain("not known");
  });

  it.each([
    [100, [100_000, 100_000], "save ran"],
    [300, [300_000], "execution_failed"],
  ])("is given a result of %i kB whole, or not at all", async (kilobytes, given, last) => {
    const lengths: number[] = [];
    const big = toolOf("big", () => "line\n".repeat(kilobytes * 200), { effects: "write" });
    const reads = program(async (ctx) => {
      const { output, isError } = await ctx.call("big", {});
      if (!isError && output.type === "text") lengths.push(output.text.length);
      return text(ctx.call("save", {}));
    });
    const { texts } = await crashed({
      answers: [calling("program")],
      tools: [reads, big, save().tool],
      config: { durable: new KeptRun() },
      after: ["tool_call_start", 2],
    });
    expect([lengths, texts]).toEqual([given, [JSON.stringify(last)]]);
  });
});
