import { DatabaseSync } from "node:sqlite";
import { runToolLoop } from "@toolwright/core";
import { type InvocationSummary, summariseInvocations } from "@toolwright/core/telemetry";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../../core/test/making.ts";
import { KeptLog, WrittenModel } from "../../../core/test/support.ts";
import { alice, bob, freshStore } from "../../test/making.ts";

const summary = (n: number, extra: Partial<InvocationSummary> = {}): InvocationSummary => ({
  invocationId: `i${n}`,
  runId: "r",
  step: n,
  conversation: alice,
  promptHash: "0".repeat(64),
  provider: "p",
  model: "m",
  resolvedModel: "m-1",
  startedAt: 1_000 + n,
  latencyMs: 20,
  status: "success",
  finishReason: "stop",
  toolCallCount: 0,
  toolCalls: [],
  ...extra,
});

const full: Partial<InvocationSummary> = {
  requestId: "q",
  traceId: "t",
  graphRunId: "g",
  graphName: "chat",
  graphVersion: "1",
  status: "error",
  finishReason: "error",
  errorCode: "timeout",
  usage: { inputTokens: 10, outputTokens: 3, costUsd: 0.25 },
  toolCallCount: 1,
  toolCalls: [{ toolCallId: "c", toolName: "look", latencyMs: 4, errorCode: "timeout" }],
};

describe("stored summaries", () => {
  it("come back as they went in, with every field and with the least, the newest first", async () => {
    const { summaries } = freshStore();
    await summaries.sink(summary(1, full));
    await summaries.sink(summary(2, { conversation: bob, runId: "other" }));
    expect(summaries.list()).toEqual([summary(2, { conversation: bob, runId: "other" }), summary(1, full)]);
    expect(summaries.list({ conversation: alice })).toEqual([summary(1, full)]);
    expect(summaries.list({ runId: "other" })).toHaveLength(1);
    expect(summaries.list({ limit: 1 })).toHaveLength(1);
  });

  it("are added up, for a conversation and for all", async () => {
    const { summaries } = freshStore();
    expect(summaries.totals()).toEqual({ calls: 0, failed: 0, inputTokens: 0, outputTokens: 0 });
    for (const n of [1, 2, 3])
      await summaries.sink(summary(n, n === 1 ? full : { usage: { inputTokens: 5, outputTokens: 1 } }));
    await summaries.sink(summary(4, { conversation: bob }));
    expect(summaries.totals(alice)).toEqual({ costUsd: 0.25, calls: 3, failed: 1, inputTokens: 20, outputTokens: 5 });
    expect(summaries.totals().calls).toBe(4);
  });

  it("are stored once each, and only the newest are kept", async () => {
    const { summaries } = freshStore({ limits: { summaryRows: 10 } });
    for (let n = 0; n < 30; n += 1) await Promise.all([summaries.sink(summary(n)), summaries.sink(summary(n))]);
    expect(summaries.list().map(({ step }) => step)).toEqual(Array.from({ length: 10 }, (_, n) => 29 - n));
  });

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
