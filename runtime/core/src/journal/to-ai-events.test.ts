import { describe, expect, it } from "vitest";
import { z } from "zod";
import { WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { streamToolLoop } from "../loop/stream-tool-loop.ts";
import { toolResult } from "../result/result-helpers.ts";
import type { Tool } from "../tool/tool.ts";
import { ActivityStream } from "./activity-stream.ts";
import type { AiEvent } from "./ai-event.ts";
import { toAiEvents } from "./to-ai-events.ts";

const add = defineTool({
  name: "add",
  description: "Adds.",
  input: z.object({ a: z.number(), b: z.number() }),
  output: z.object({ sum: z.number(), internal: z.string() }),
  allowlist: ["sum"],
  execute: ({ a, b }) => ({ sum: a + b, internal: "not to be shown" }),
});

type Call = { readonly id: string; readonly name: string; readonly args: string | object };

async function seen(calls: readonly Call[], tools: readonly Tool[] = [add]): Promise<AiEvent[]> {
  const model = new WrittenModel([{ text: "I look.", calls }, { text: "Done." }]);
  const { events, runId } = streamToolLoop({ model, tools }, [{ role: "user", content: "x" }]);
  const list: AiEvent[] = [];
  for await (const event of toAiEvents(events, { runId })) list.push(event);
  return list;
}

describe("toAiEvents", () => {
  it("shows a success that has an error attached as a success", async () => {
    const warned = defineTool({
      name: "warned",
      description: "",
      input: z.object({}),
      execute: () => toolResult("half of it").withError(new Error("slow disk")),
    });
    const events = await seen([{ id: "c1", name: "warned", args: {} }], [warned]);
    expect(events).toContainEqual({ type: "tool_call_result", toolCallId: "c1", result: "half of it", isError: false });
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
  });

  it("shows text, calls and results in order, and one done at the end", async () => {
    const events = await seen([{ id: "c1", name: "add", args: { a: 1, b: 2 } }]);
    expect(events.filter((event) => event.type !== "text_delta")).toEqual([
      { type: "tool_call_start", toolCallId: "c1", toolName: "add", args: { a: 1, b: 2 } },
      { type: "tool_call_result", toolCallId: "c1", result: { sum: 3 }, isError: false },
      { type: "done" },
    ]);
    const text = events.map((event) => (event.type === "text_delta" ? event.delta : "")).join("");
    expect(text).toBe("I look.Done.");
    expect(events.at(-1)).toEqual({ type: "done" });
  });

  it("answers broken arguments with start and a failure that quotes nothing, and goes on", async () => {
    const events = await seen([
      { id: "bad", name: "add", args: '{"a": secret-text' },
      { id: "good", name: "add", args: { a: 2, b: 2 } },
    ]);
    expect(events.filter((event) => event.type.startsWith("tool_call"))).toEqual([
      { type: "tool_call_start", toolCallId: "bad", toolName: "add", args: {} },
      {
        type: "tool_call_result",
        toolCallId: "bad",
        isError: true,
        result: { ok: false, errorCode: "invalid_json", message: "Invalid tool arguments JSON" },
      },
      { type: "tool_call_start", toolCallId: "good", toolName: "add", args: { a: 2, b: 2 } },
      { type: "tool_call_result", toolCallId: "good", result: { sum: 4 }, isError: false },
    ]);
    expect(JSON.stringify(events)).not.toContain("secret-text");
  });

  it.each([
    ["unknown_tool", { id: "c", name: "nope", args: {} }],
    ["invalid_arguments", { id: "c", name: "add", args: { a: "x" } }],
    ["execution_failed", { id: "c", name: "broken", args: {} }],
  ])("gives %s exactly one start and one result, and no error event", async (errorCode, call) => {
    const broken = defineTool({
      name: "broken",
      description: "",
      input: z.object({}),
      execute: () => {
        throw new Error("no");
      },
    });
    const events = await seen([call], [add, broken]);
    expect(events.map((event) => event.type).filter((type) => type !== "text_delta")).toEqual([
      "tool_call_start",
      "tool_call_result",
      "done",
    ]);
    expect(events.find((event) => event.type === "tool_call_result")).toMatchObject({
      isError: true,
      result: { ok: false, errorCode },
    });
  });

  it("says why a run failed, and then that it is done", async () => {
    const model = new WrittenModel([{ finishReason: "error" }]);
    const { events, runId } = streamToolLoop({ model }, [{ role: "user", content: "x" }]);
    const list: AiEvent[] = [];
    for await (const event of toAiEvents(events, { runId })) list.push(event);
    expect(list).toEqual([{ type: "error", error: { code: "http", message: "scripted failure" } }, { type: "done" }]);
  });

  it("leaves the calls inside a call out", async () => {
    const outer = defineTool({
      name: "outer",
      description: "",
      input: z.object({}),
      execute: async (_input, ctx) => (await ctx.call("add", { a: 1, b: 1 })).output.type,
    });
    const events = await seen([{ id: "c", name: "outer", args: {} }], [outer, add]);
    const ids = events.flatMap((event) => ("toolCallId" in event ? [event.toolCallId] : []));
    expect(ids).toEqual(["c", "c"]);
  });

  it("shows one run of a stream that two runs share, and takes a list as well", async () => {
    const activity = new ActivityStream();
    const start = (text: string) =>
      streamToolLoop({ model: new WrittenModel([{ text }]), activity }, [{ role: "user", content: "x" }]);
    const [one, other] = [start("1st"), start("2nd")];
    await Promise.all([one.final, other.final]);
    const text = (runId: string) =>
      toAiEvents(activity.recent(), { runId }).map((event) => (event.type === "text_delta" ? event.delta : event.type));
    expect(text(one.runId)).toEqual(["1st", "done"]);
    expect(text(other.runId)).toEqual(["2nd", "done"]);
  });
});
