import { DatabaseSync } from "node:sqlite";
import { runToolLoop } from "@toolwright/core";
import { summariseInvocations } from "@toolwright/core/telemetry";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../../../../runtime/core/test/making.ts";
import { KeptLog, WrittenModel } from "../../../../../runtime/core/test/support.ts";
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
});
