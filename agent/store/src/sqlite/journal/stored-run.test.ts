import { StatementSync } from "node:sqlite";
import { ActivityStream, runToolLoop } from "@toolwright/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { toolOf } from "../../../../../runtime/core/test/making.ts";
import { WrittenModel } from "../../../../../runtime/core/test/support.ts";
import { alice, asMadeBy, freshFile, freshStore } from "../../../test/making.ts";
import { Database } from "../database/database.ts";
import { openStore, type SqliteStore } from "../open-store.ts";

/** Its model counts one token in and one out. */
async function run(store: SqliteStore, text: string): Promise<void> {
  const activity = new ActivityStream(store.journal(alice));
  await runToolLoop({ model: new WrittenModel([{ text }]), activity }, [{ role: "user", content: text }]);
}

describe("the runs of a journal", () => {
  it("are listed newest first, each with its first event, and those inside calls are not", async () => {
    const store = freshStore();
    await run(store, "one");
    await run(store, "two");
    const about = { id: "e", time: 0, runId: "inner", parentId: "call" };
    const seq = store.journal(alice).lastSeq() + 1;
    await store.journal(alice).append({ ...about, seq, type: "run_start", data: { input: [], model: "m" } });
    const [newest, oldest] = store.journal(alice).runs();
    expect(store.journal(alice).runs()).toHaveLength(2);
    expect(oldest?.seq).toBe(1);
    const events = [];
    for await (const { event } of store.journal(alice).excerpt({ before: newest?.seq })) events.push(event.runId);
    expect(new Set(events)).toEqual(new Set([oldest?.runId]));
    expect(store.journal({ channel: "web", chatId: "nobody" }).runs()).toEqual([]);
  });

  it("count the tokens of those that have ended", async () => {
    const store = freshStore();
    expect(store.threads.usage(alice)).toEqual({ inputTokens: 0, outputTokens: 0 });
    await run(store, "one");
    await run(store, "two");
    expect(store.threads.usage(alice)).toEqual({ inputTokens: 2, outputTokens: 2 });
    const activity = new ActivityStream(store.journal(alice));
    await activity.sync();
    await activity.emit("run_start", { input: [], model: "m" }, { runId: "dear" });
    const usage = { inputTokens: 1, outputTokens: 1, costUsd: 0.25 };
    await activity.emit("done", { stopReason: "stop", iterations: 1, usage }, { runId: "dear" });
    expect(store.threads.usage(alice)).toEqual({ inputTokens: 3, outputTokens: 3, costUsd: 0.25 });
  });

  it.each([1, 8])("wait twice for the disk in a step of calls: %i a step", async (width) => {
    const store = freshStore();
    const commits = vi.spyOn(StatementSync.prototype, "run");
    onTestFinished(() => commits.mockRestore());
    // What follows the end of a run waits for no disk, and would be counted with the next one.
    const upkeep = vi.spyOn(Database.prototype, "whenFree").mockReturnValue(false);
    onTestFinished(() => upkeep.mockRestore());
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    const counted = async (steps: number) => {
      commits.mockClear();
      const calls = Array.from({ length: width }, (_, n) => ({ name: "look", args: { n } }));
      const model = new WrittenModel([...Array.from({ length: steps }, () => ({ calls })), { text: "Seen." }]);
      const look = toolOf("look", () => "seen", { effects: { kind: "read", volatile: true } });
      const conversation = { channel: "web", chatId: `${width} ${steps}` };
      const activity = new ActivityStream(store.journal(conversation));
      const logger = { debug() {}, info() {}, warn() {}, error() {} };
      await runToolLoop({ model, tools: [look], activity, logger, loopGuard: false }, [
        { role: "user", content: "go" },
      ]);
      return commits.mock.contexts.filter((one) => one instanceof StatementSync && one.sourceSQL === "COMMIT").length;
    };
    await counted(1);
    expect((await counted(25)) - (await counted(5))).toBe(2 * 20);
    // As long as a commit waits for more writers; other files of this process have timers of their own.
    expect(timers.mock.calls.filter(([, ms = 0]) => ms >= 5 && ms <= 15)).toEqual([]);
  });

  it("are found in a store that was made before runs were listed", async () => {
    const file = freshFile();
    const before = openStore({ file });
    await run(before, "one");
    await run(before, "two");
    const listed = before.journal(alice).runs();
    before.close();
    asMadeBy(file, 1);
    const store = openStore({ file });
    onTestFinished(() => store.close());
    expect(store.journal(alice).runs()).toEqual(listed);
    expect(store.threads.usage(alice)).toEqual({ inputTokens: 2, outputTokens: 2 });
  });
});
