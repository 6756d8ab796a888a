import { setTimeout } from "node:timers/promises";
import type { AiEvent } from "@toolwright/core";
import type { GraphFinal } from "@toolwright/core/graph";
import { AssistantStream, type AssistantStreamChunk, createAssistantStream, DataStreamEncoder } from "assistant-stream";
import { describe, expect, it } from "vitest";
import { streamOf } from "./stream-of.ts";
import { toStreamChunks } from "./to-stream-chunks.ts";

const usage = { inputTokens: 1, outputTokens: 2 };
const ok: GraphFinal = { requestId: "r", usage, messages: [], ok: true, content: "", finishReason: "stop" };

const events: AiEvent[] = [
  { type: "text_delta", delta: "before" },
  { type: "tool_call_start", toolCallId: "a", toolName: "t", args: { n: 1 } },
  {
    type: "tool_call_result",
    toolCallId: "a",
    result: { ok: false, errorCode: "user_error", message: "no" },
    isError: true,
  },
  { type: "text_delta", delta: "after" },
  { type: "done" },
];

async function* from<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

async function wireOf(chunks: AsyncIterable<AssistantStreamChunk>, pauseMs: number): Promise<string[]> {
  const response = AssistantStream.toResponse(streamOf(chunks), new DataStreamEncoder());
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (pauseMs > 0) await setTimeout(pauseMs);
  }
  return text.trim().split("\n");
}

const run = (final: GraphFinal, list = events) => toStreamChunks({ stream: from(list), final: Promise.resolve(final) });

describe("toStreamChunks", () => {
  it.each([0, 5])("keeps order, arguments and isError for a reader that pauses %d ms", async (pauseMs) => {
    expect(await wireOf(run(ok), pauseMs)).toEqual([
      '0:"before"',
      'b:{"toolCallId":"a","toolName":"t"}',
      'c:{"toolCallId":"a","argsTextDelta":"{\\"n\\":1}"}',
      'c:{"toolCallId":"a","argsTextDelta":"","isFinal":true}',
      'a:{"toolCallId":"a","result":{"ok":false,"errorCode":"user_error","message":"no"},"isError":true}',
      '0:"after"',
      expect.stringMatching(/^d:.*"finishReason":"stop"/),
    ]);
  });

  it("never ends in tool-calls, and finishes once", async () => {
    const lines = await wireOf(run({ ...ok, finishReason: "other" }), 0);
    expect(lines.filter((line) => line.startsWith("d:"))).toEqual([expect.stringContaining('"finishReason":"other"')]);
  });

  it("shows nothing of what a provider says when a run fails", async () => {
    const error = { code: "http", message: "internal host 10.0.0.1" } as const;
    const failed: GraphFinal = { requestId: "r", usage, messages: [], ok: false, error };
    const lines = await wireOf(run(failed, [{ type: "error", error }, { type: "done" }]), 0);
    expect(lines).toEqual([expect.stringMatching(/^3:/)]);
    expect(lines.join()).not.toContain("10.0.0.1");
  });

  const bothOpen: AiEvent[] = [
    { type: "tool_call_start", toolCallId: "a", toolName: "t", args: {} },
    { type: "tool_call_start", toolCallId: "b", toolName: "t", args: {} },
    { type: "tool_call_result", toolCallId: "b", result: "b", isError: false },
    { type: "text_delta", delta: "between" },
    { type: "tool_call_result", toolCallId: "a", result: "a", isError: false },
    { type: "done" },
  ];
  const told = (lines: readonly string[]) => lines.filter((line) => /^[0a]:/.test(line)).map(wordOf);
  const wordOf = (line: string) => /between|"result":"(.)"/.exec(line)?.at(0);
  const asTheyCame = ['"result":"b"', "between", '"result":"a"'];

  it("tells what comes while two calls are open as it came", async () => {
    expect(told(await wireOf(run(ok, bothOpen), 0))).toEqual(asTheyCame);
  });

  it("is needed: addToolCallPart tells the same in an order of its own", async () => {
    const stream = createAssistantStream((controller) => {
      const first = controller.addToolCallPart({ toolCallId: "a", toolName: "t", args: {} });
      const second = controller.addToolCallPart({ toolCallId: "b", toolName: "t", args: {} });
      second.setResponse({ result: "b" });
      controller.appendText("between");
      first.setResponse({ result: "a" });
    });
    const response = AssistantStream.toResponse(stream, new DataStreamEncoder());
    const lines = told((await response.text()).split("\n"));
    expect(lines.toSorted()).toEqual(asTheyCame.toSorted());
    expect(lines).not.toEqual(asTheyCame);
  });
});
