import type { JsonObject } from "@toolwright/core";
import type { TimelineEvent } from "@toolwright/view/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startServer } from "../thread/real-runs.test-data.ts";
import type { TimelineRow } from "./timeline-row.ts";
import { timelineRows } from "./timeline-rows.ts";

async function journalOf(steps: Parameters<typeof startServer>[0]): Promise<readonly TimelineEvent[]> {
  const { api } = await startServer(steps);
  const answer = await api.stream("/api/chat", { body: { message: "Go." }, signal: new AbortController().signal });
  if (!answer.ok || answer.value === undefined) throw new Error("There is no run.");
  await answer.value.text();
  const path = `/api/threads/${answer.value.headers.get("x-toolwright-thread")}/events`;
  const page = await api.get<{ readonly events: readonly TimelineEvent[] }>(path);
  if (!page.ok) throw new Error(page.error);
  return page.value.events;
}

const echo = (id: string, text: string) => ({ id, name: "echo", arguments: { text } });
const outline = (rows: readonly TimelineRow[]) =>
  rows.map(({ depth, kind, label }) => `${"  ".repeat(depth)}${kind} ${label}`);

describe("timelineRows, of real journals", () => {
  it("nests calls in steps and steps in their run", async () => {
    const events = await journalOf([
      { text: "Two.", toolCalls: [echo("a", "x"), echo("b", "fail")] },
      { text: "Done." },
    ]);
    const rows = timelineRows(events);
    expect(outline(rows)).toEqual([
      "run Run",
      "  step Step 1",
      "    model Model",
      "    tools echo",
      "    tools echo",
      "      problems Error",
      "  step Step 2",
      "    model Model",
    ]);
    expect(rows.filter(({ hasFailed }) => hasFailed).map(({ label }) => label)).toEqual(["echo", "Error"]);
    expect(rows[0]).toMatchObject({ from: 0, to: 1, detail: expect.stringContaining("Go.") });
    expect(rows.map(({ endedAt }) => endedAt)).not.toContain(undefined);
    expect(rows[3]).toMatchObject({ detail: "x", durationMs: expect.any(Number) });
  });

  it("tells of a model call when its first word came, and its end by its whole answer", () => {
    const at = (time: number, type: string, data: JsonObject): TimelineEvent => {
      return { seq: time, id: `${time}`, time, runId: "r", type, data };
    };
    const said = (content: string, more: JsonObject) => ({ message: { role: "assistant", content }, ...more });
    const events = [
      at(1, "run_start", { input: [], model: "m" }),
      at(2, "step_start", { step: 0 }),
      at(500, "assistant_message", said("Half", { partial: true })),
      at(3_002, "assistant_message", said("Half and half.", { firstTokenMs: 400 })),
      at(3_003, "step_end", { step: 0 }),
      at(3_004, "done", { stopReason: "stop" }),
    ];
    const model = timelineRows(events).find(({ kind }) => kind === "model");
    expect(model).toMatchObject({ firstTokenMs: 400, durationMs: 3_000 });
    expect(timelineRows(events.slice(0, 3)).find(({ kind }) => kind === "model")?.endedAt).toBeUndefined();
    const stopped = timelineRows(events.toSpliced(3, 1)).find(({ kind }) => kind === "model");
    expect(stopped).toMatchObject({ durationMs: 3_001 });
    expect(stopped).not.toHaveProperty("firstTokenMs");
  });

  it("shows every event once, at whatever place a page begins or ends", async () => {
    const events = await journalOf([{ toolCalls: [echo("a", "x"), echo("b", "y")] }, { text: "Done." }]);
    for (let from = 0; from < events.length; from++) {
      for (let to = from + 1; to <= events.length; to++) {
        const shown = timelineRows(events.slice(from, to)).flatMap((row) => row.events.map(({ seq }) => seq));
        expect(new Set(shown)).toEqual(new Set(events.slice(from, to).map(({ seq }) => seq)));
      }
    }
  });

  it("leaves open what has not ended", async () => {
    const events = await journalOf([{ toolCalls: [echo("a", "x")] }, { text: "Done." }]);
    const start = events.findIndex(({ type }) => type === "tool_call_start");
    const rows = timelineRows(events.slice(0, start + 1));
    expect(rows.filter(({ endedAt }) => endedAt === undefined).map(({ label }) => label)).toEqual([
      "Run",
      "Step 1",
      "echo",
    ]);
  });
});

const event = (seq: number, type: string, data: object = {}, change: Partial<TimelineEvent> = {}): TimelineEvent => ({
  seq,
  id: `e${seq}`,
  time: 1_000 + seq * 10,
  runId: "r",
  type,
  data: { ...data },
  ...change,
});

describe("timelineRows", () => {
  it("shows calls that ran together as overlapping", () => {
    const rows = timelineRows([
      event(0, "run_start"),
      event(1, "step_start", { step: 0 }),
      event(2, "tool_call_start", { toolCallId: "a", toolName: "a", arguments: {} }),
      event(3, "tool_call_start", { toolCallId: "b", toolName: "b", arguments: {} }),
      event(8, "tool_call_end", { toolCallId: "a", success: true }),
      event(9, "tool_call_end", { toolCallId: "b", success: true, durationMs: 4 }),
      event(10, "done", { stopReason: "stop" }),
    ]);
    const [a, b] = rows.filter(({ kind }) => kind === "tools");
    expect([a?.from, a?.to, b?.from, b?.to]).toEqual([0.2, 0.8, 0.3, 0.9]);
    expect([a?.durationMs, b?.durationMs]).toEqual([60, 4]);
  });

  it("tells what became of a question, and of an answer without effect", () => {
    const call = { toolCallId: "a", toolName: "bash" };
    const rows = timelineRows([
      event(1, "tool_call_start", { ...call, arguments: { command: "rm x" } }),
      event(2, "approval_request", { ...call, approvalId: "q", reason: "It deletes." }),
      event(3, "approval_decision", { ...call, approvalId: "q", approve: true, ignored: "expired" }),
      event(4, "approval_decision", { ...call, approvalId: "q", approve: false, reason: "No." }),
    ]);
    expect(rows.map(({ label, detail, depth }) => [depth, label, detail])).toEqual([
      [0, "Run", "began earlier"],
      [1, "bash", "rm x"],
      [2, "Question", "refused: No."],
      [2, "Answer", "an answer without effect: expired"],
    ]);
  });

  it("puts a question that was asked before its call began into that call", () => {
    const [one, other] = [
      { toolCallId: "a", toolName: "write" },
      { toolCallId: "b", toolName: "bash" },
    ];
    const rows = timelineRows([
      event(1, "tool_call_start", { ...one, arguments: { path: "x" } }),
      event(2, "approval_request", { ...one, approvalId: "q", arguments: { path: "x" } }, { parentId: "a" }),
      event(3, "approval_request", { ...other, approvalId: "r", arguments: { command: "ls" } }, { parentId: "b" }),
      event(4, "approval_decision", { ...other, approvalId: "r", approve: true }, { parentId: "b" }),
      event(5, "approval_decision", { ...one, approvalId: "q", approve: true }, { parentId: "a" }),
      event(6, "tool_call_end", { ...one, success: true }),
      event(7, "tool_call_start", { ...other, arguments: { command: "ls -a" } }),
      event(8, "tool_call_end", { ...other, success: true }),
    ]);
    expect(rows.map(({ label, detail, depth, startedAt }) => [depth, label, detail, startedAt])).toEqual([
      [0, "Run", "began earlier", 1010],
      [1, "write", "x", 1010],
      [2, "Question", "allowed", 1020],
      [1, "bash", "ls -a", 1030],
      [2, "Question", "allowed", 1030],
    ]);
    expect(rows[3]?.events.map(({ type }) => type)).toEqual(["approval_request", "tool_call_start", "tool_call_end"]);
  });

  it("leaves a question its own answer where that allows another call", () => {
    const [one, other] = [
      { toolCallId: "a", toolName: "send" },
      { toolCallId: "b", toolName: "send" },
    ];
    const rows = timelineRows([
      event(1, "tool_call_start", { ...one, arguments: {} }),
      event(2, "approval_request", { ...one, approvalId: "q" }),
      event(3, "approval_decision", { ...one, approvalId: "q", approve: true, reason: "yes" }),
      event(4, "tool_call_start", { ...other, arguments: {} }),
      event(9, "approval_decision", { ...other, approvalId: "q", approve: true, allowedBy: "q" }),
    ]);
    const question = rows.find(({ label }) => label === "Question");
    expect(question).toMatchObject({ detail: "allowed: yes", durationMs: 10 });
    expect(rows.map(({ label, depth }) => [depth, label])).toContainEqual([2, "Answer"]);
  });

  it("puts calls inside calls, and what comes after a run beside it", () => {
    const rows = timelineRows([
      event(1, "tool_call_start", { toolCallId: "a", toolName: "all", arguments: {} }),
      event(2, "tool_call_start", { toolCallId: "b", toolName: "one", arguments: {} }, { parentId: "a" }),
      event(3, "async_result", { toolCallId: "a", toolName: "all" }, { runId: "other" }),
    ]);
    expect(outline(rows)).toEqual(["run Run", "  tools all", "    tools one", "tools Background result"]);
  });

  it("puts the run of an agent into the call that started it", () => {
    const rows = timelineRows([
      event(1, "run_start"),
      event(2, "tool_call_start", { toolCallId: "a", toolName: "agent", arguments: {} }),
      event(3, "run_start", {}, { runId: "inner", parentId: "a" }),
      event(4, "tool_call_start", { toolCallId: "b", toolName: "read", arguments: {} }, { runId: "inner" }),
      event(
        5,
        "done",
        { stopReason: "stop", usage: { inputTokens: 5, outputTokens: 1, costUsd: 0.5 } },
        { runId: "inner" },
      ),
      event(6, "done", { stopReason: "stop" }),
    ]);
    expect(outline(rows)).toEqual(["run Run", "  tools agent", "    run Agent", "      tools read"]);
    expect(rows[2]?.usage).toEqual({ inputTokens: 5, outputTokens: 1, costUsd: 0.5 });
  });

  it("bears whatever an event holds", () => {
    const types = [
      "run_start",
      "step_start",
      "assistant_message",
      "tool_call_start",
      "tool_call_end",
      "approval_request",
      "approval_decision",
      "step_end",
      "done",
      "error",
      "warning",
      "async_result",
      "own_event",
    ]; // prettier-ignore
    const events = fc.array(fc.record({ type: fc.constantFrom(...types), data: fc.object(), time: fc.integer() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(events, (list) => {
        const rows = timelineRows(list.map(({ type, data, time }, seq) => event(seq, type, data, { time })));
        for (const { from, to } of rows) expect(from >= 0 && to <= 1).toBe(true);
      }),
    );
  });
});
