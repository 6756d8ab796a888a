import { DatabaseSync } from "node:sqlite";
import { runToolLoop } from "@toolwright/core";
import { summariseInvocations } from "@toolwright/core/telemetry";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../../../../runtime/core/test/making.ts";
import { KeptLog, WrittenModel } from "../../../../../runtime/core/test/support.ts";
import { summary } from "../../../test/contract/records.ts";
import { alice, freshStore } from "../../../test/making.ts";

describe("stored summaries", () => {
  it("are written by a loop that has them as its observer, in a table that other programs can read", async () => {
    const store = freshStore();
    const { observer, idle } = summariseInvocations({ sink: store.summaries.sink, caller: { requestId: "request-1" } });
    const model = new WrittenModel([{ calls: [{ name: "look", args: {} }] }, { text: "the end" }]);
    const tools = [toolOf("look", () => "seen")];
    await runToolLoop({ model, tools, observer, conversation: alice, logger: new KeptLog() }, [
      { role: "user", content: "go" },
    ]);
    await idle();
    const database = new DatabaseSync(store.file, { readOnly: true });
    const rows = database
      .prepare("SELECT request_id, chat_id, step, tool_call_count FROM ai_invocation_summaries")
      .all();
    database.close();
    expect(rows.map((row) => Object.values(row))).toEqual([
      ["request-1", "alice", 0, 1],
      ["request-1", "alice", 1, 0],
    ]);
  });

  it("of many at once are stored a while later, with those that come meanwhile, and at the end of the store", async () => {
    const store = freshStore();
    await Promise.all(Array.from({ length: 6 }, (_, step) => store.summaries.sink(summary(step))));
    const late = store.summaries.sink(summary(6));
    await store.probe();
    expect(store.summaries.list()).toHaveLength(6);
    store.close();
    await late;
    expect(freshStore({ file: store.file }).summaries.list()).toHaveLength(7);
  });

  it("of others are stored where one cannot be", async () => {
    const store = freshStore();
    const sunk = [0, 1.5, 2, 3, 4, 5].map((step) => store.summaries.sink(summary(step)));
    const ends = await Promise.allSettled(sunk);
    expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(store.summaries.list()).toHaveLength(5);
  });
});
