import { setTimeout as pause } from "node:timers/promises";
import { agentTool, askForWrites, type JournalEvent, type Tool } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { type Answer, WrittenModel } from "../../../../runtime/core/test/support.ts";
import { alice, freshStore } from "../../test/making.ts";
import { openStore, type SqliteStore } from "../sqlite/open-store.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const asked = { id: "h", name: "helper", args: { prompt: "Do it." } };
const sent = { id: "x", name: "send" };

/** A run whose agent may call `save`; `send` is the run's own. Both are asked about. */
function scene(answers: readonly Answer[], { save, agent }: { save?: Tool; agent?: readonly Answer[] } = {}) {
  const ran: string[] = [];
  const writing = (name: string) =>
    toolOf(
      name,
      () => {
        ran.push(name);
        return "done";
      },
      { effects: "write" },
    );
  const helper = agentTool({
    name: "helper",
    description: "Helps.",
    model: new WrittenModel(agent ?? [{ calls: [{ id: "s", name: "save" }] }, { text: "Saved." }]),
    tools: [save ?? writing("save")],
  });
  return {
    ran,
    config: { model: new WrittenModel(answers), tools: [helper, writing("send")], policy: askForWrites, logger },
  };
}

/** Another process on a store whose process has died. */
function afterDeath(store: SqliteStore): SqliteStore {
  store.close();
  const next = openStore({ file: store.file, pollMs: 10 });
  onTestFinished(() => next.close());
  return next;
}

const questionsOf = (store: SqliteStore) => store.approvals.list({ conversation: alice }).map((one) => one.toolCallId);

describe("a run with an agent whose process was killed", () => {
  it("shows people no question of the agent, which nobody waits for, and goes on when the others are answered", async () => {
    const store = freshStore();
    const first = scene([{ calls: [asked, sent] }]);
    void store.run(alice, first.config, "go").catch(() => {});
    await expect.poll(() => questionsOf(store)).toHaveLength(2);
    const second = afterDeath(store);
    const next = scene([{ text: "end" }]);
    const waiting = await second.resume(alice, { ...next.config, waiting: "return" });
    expect([waiting.stopReason, questionsOf(second)]).toEqual(["waiting", ["x"]]);
    for (const { approvalId } of waiting.questions) second.decide(approvalId, { approve: true });
    expect(second.threads.interrupted()).toEqual([alice]);
    const last = scene([{ text: "end" }]);
    const ended = await second.resume(alice, { ...last.config, waiting: "return" });
    expect([ended.stopReason, questionsOf(second), [...first.ran, ...next.ran, ...last.ran]]).toEqual([
      "stop",
      [],
      ["send"],
    ]);
    const ends: unknown[] = [];
    for await (const { type, data } of second.journal(alice).read())
      if (type === "tool_call_end") ends.push([data.toolCallId, data.result.error?.code]);
    expect(ends).toEqual([
      // It had only been asked about.
      ["h/s", "skipped"],
      ["h", "outcome_unknown"],
      ["x", undefined],
    ]);
  });
});

describe("a run that waits in no process", () => {
  it("has used what the agents of its agents have used, once", async () => {
    const inner = agentTool({ name: "save", description: "Saves.", model: new WrittenModel([{ text: "Saved." }]) });
    const store = freshStore();
    const agent = [{ calls: [{ id: "s", name: "save", args: { prompt: "Do it." } }] }, { text: "Saved." }];
    const { config } = scene([{ calls: [asked] }, { calls: [sent] }], { save: inner, agent });
    const waiting = await store.run(alice, { ...config, waiting: "return" }, "go");
    for (const { approvalId } of waiting.questions) store.decide(approvalId, { approve: true });
    const ended = await store.resume(alice, { ...scene([{ text: "end" }]).config, waiting: "return" });
    const tokens = [waiting.usage, ended.usage, store.threads.usage(alice)].map(({ inputTokens }) => inputTokens);
    expect(tokens).toEqual([5, 6, 6]);
  });

  it.each(["its own", "an agent's"])(
    "is left when work in the background of %s call has ended at once",
    async (whose) => {
      const store = freshStore();
      const begin = toolOf(
        "save",
        (_, context) => {
          context.background(() => "the end");
          return { output: { type: "text", text: "begun" }, silent: false, isError: false, async: true };
        },
        { effects: "read" },
      );
      const { config } = scene(
        [{ calls: [whose === "its own" ? { id: "b", name: "save" } : asked] }, { calls: [sent] }],
        {
          save: begin,
        },
      );
      const events: JournalEvent[] = [];
      const onEvent = (event: JournalEvent) => void events.push(event);
      const given = { ...config, tools: [...config.tools, begin], waiting: "return" as const, onEvent };
      const ended = await Promise.race([store.run(alice, given, "go"), pause(2_000)]);
      expect(ended?.stopReason).toBe("waiting");
      expect(events.filter(({ type }) => type === "async_result")).toHaveLength(1);
    },
  );
});

describe("a long output of an agent's call", () => {
  it.each([1, 2])("is kept as one of the run's own, and goes with its conversation (%i deep)", async (depth) => {
    const store = freshStore();
    const long = toolOf("save", () => "a line\n".repeat(20_000), { effects: "read" });
    const inner = agentTool({
      name: "save",
      description: "Saves.",
      model: new WrittenModel([{ calls: [{ id: "s", name: "save" }] }]),
      tools: [long],
    });
    const agent = [{ calls: [{ id: "s", name: "save", args: { prompt: "Do it." } }] }];
    await store.run(alice, scene([{ calls: [asked] }], { save: depth === 1 ? long : inner, agent }).config, "go");
    const kept = store.outputs.recent(alice, 10);
    expect(kept).toHaveLength(1);
    const id = kept[0]?.id ?? "";
    expect(store.outputs.lines(id, alice)).toBeDefined();
    store.threads.delete(alice);
    for (const chatId of ["alice", "alice/h", "alice/h/s", "alice/s"])
      expect(store.outputs.lines(id, { ...alice, chatId })).toBeUndefined();
  });
});
