import { ActivityStream, type JournalEvent, runToolLoop } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { expect, it } from "vitest";
import { RunStatus } from "./run-status.ts";

it("adds up what runs used, and knows what goes on until they are done", async () => {
  const status = new RunStatus();
  const seen = new Set<string>();
  const activity = new ActivityStream();
  activity.subscribe("*", (event: JournalEvent) => {
    status.add(event);
    seen.add(`${status.doing?.step} ${status.doing?.what}`);
  });
  const usage = { inputTokens: 10, outputTokens: 2, costUsd: 0.5 };
  const model = scripted([
    { text: "One.", usage },
    { text: "Two.", usage: { inputTokens: 20, outputTokens: 3 } },
  ]);
  for (const content of ["a", "b"]) await runToolLoop({ model, tools: [], activity }, [{ role: "user", content }]);
  expect(status.usage).toEqual({ inputTokens: 30, outputTokens: 5, costUsd: 0.5 });
  expect(status.contextTokens).toBe(23);
  expect(status.doing).toBeUndefined();
  expect([...seen]).toContain("0 Writing");
});

it("says how far the model has read, and that it writes a call", () => {
  const status = new RunStatus();
  const about = { id: "e", seq: 1, time: 0, runId: "r" };
  status.add({ ...about, type: "step_start", data: { step: 0, activeTools: [] } });
  expect(status.doing?.what).toBe("The model is reading");
  status.add({ ...about, type: "model_reading", data: { tokens: 1_024, totalTokens: 2_630, leftMs: 88_000 } });
  expect(status.doing?.what).toBe("Reading 1,024 of 2,630 tokens, about 90 s");
  status.add({ ...about, type: "tool_call_delta", data: { index: 0 } });
  expect(status.doing?.what).toBe("Writing a call");
});

it("waits for answers until the last question has one", () => {
  const status = new RunStatus();
  const about = { id: "e", seq: 1, time: 0, runId: "r" };
  status.add({ ...about, type: "step_start", data: { step: 0, activeTools: [] } });
  const question = { toolName: "write", arguments: {}, expiresAt: 0 };
  for (const id of ["a", "b"])
    status.add({ ...about, type: "approval_request", data: { ...question, toolCallId: id, approvalId: id } });
  const answer = (id: string) =>
    status.add({ ...about, type: "approval_decision", data: { toolCallId: id, approvalId: id, approve: true } });
  answer("a");
  expect(status.doing?.what).toBe("Waiting for your answer");
  answer("b");
  expect(status.doing?.what).toBe("Running write");
  const other = { toolCallId: "c", approvalId: "b", approve: true, allowedBy: "b" } as const;
  status.add({ ...about, type: "approval_decision", data: other });
  expect(status.doing?.what).toBe("Running write");
});
