import type { Json } from "@toolwright/core";
import { type AssistantStreamChunk, DataStreamEncoder } from "assistant-stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Frame, frameLine, parseFrame } from "./frame.ts";

describe("parseFrame", () => {
  it.each([
    ['0:"hi"', { code: "text", text: "hi" }],
    ['g:"hm"', { code: "reasoning", text: "hm" }],
    ['3:"It broke."', { code: "error", text: "It broke." }],
    ['b:{"toolCallId":"a","toolName":"read"}', { code: "call", toolCallId: "a", toolName: "read" }],
    ['c:{"toolCallId":"a","argsTextDelta":"{}"}', { code: "arguments", toolCallId: "a", delta: "{}" }],
    ['a:{"toolCallId":"a","result":1}', { code: "result", toolCallId: "a", result: 1, isError: false }],
    ['2:[{"seq":4}]', { code: "note", note: { seq: 4 } }],
    ['f:{"messageId":"r-0"}', { code: "step", messageId: "r-0" }],
    [
      'aui-data:{"name":"tool-output","data":{"toolCallId":"a","chunk":"x"},"parentId":"a"}',
      { code: "data", name: "tool-output", data: { toolCallId: "a", chunk: "x" }, parentId: "a" },
    ],
    ['d:{"finishReason":"stop"}', { code: "finish", finishReason: "stop", usage: { inputTokens: 0, outputTokens: 0 } }],
  ])("reads %s", (line, frame) => {
    expect(parseFrame(line)).toEqual(frame);
  });

  it("takes no line for a frame that is none, and never throws", () => {
    for (const line of ["", ":", "0", "0:", '0:{"a":1}', "b:null", "b:[]", "2:[]", "2:[1]", "zz:{}", "<html>"]) {
      expect(parseFrame(line)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (line) => void parseFrame(line)));
    fc.assert(
      fc.property(fc.constantFrom("0", "b", "c", "a", "2", "aui-data", "d", "f"), fc.json(), (code, value) => {
        parseFrame(`${code}:${value}`);
      }),
    );
  });
});

const json = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const usage = fc.record(
  {
    inputTokens: fc.nat(),
    cachedInputTokens: fc.nat(),
    cacheWriteTokens: fc.nat(),
    outputTokens: fc.nat(),
    reasoningTokens: fc.nat(),
    costUsd: fc.nat(),
  },
  { requiredKeys: ["inputTokens", "outputTokens"] },
);
const data = fc.dictionary(text, json, { maxKeys: 3, noNullPrototype: true });

/** What one part of a message, or something beside them, is in frames. */
const piece: fc.Arbitrary<readonly Frame[]> = fc.oneof(
  fc.record({ code: fc.constantFrom("text" as const, "reasoning" as const), text }).map((frame) => [frame]),
  fc.record({ text }).map(({ text: error }): Frame[] => [{ code: "error", text: error }]),
  fc.record({ name: text, data }).map((frame): Frame[] => [{ code: "data", ...frame }]),
  fc.record({ name: text, data, parentId: text }).map((frame): Frame[] => [{ code: "data", ...frame }]),
  data.map((note): Frame[] => [{ code: "note", note }]),
  text.map((messageId): Frame[] => [{ code: "step", messageId }]),
  usage.map((counted): Frame[] => [{ code: "step-end", finishReason: "stop", usage: counted }]),
  usage.map((counted): Frame[] => [{ code: "finish", finishReason: "stop", usage: counted }]),
  fc
    .record({ deltas: fc.array(text, { maxLength: 3 }), result: json, isError: fc.boolean(), isInner: fc.boolean() })
    .map(({ deltas, result, isError, isInner }): Frame[] => {
      const toolCallId = "?";
      const about = isInner ? { parentId: "outer" } : {};
      const pieces = deltas.map((delta): Frame => ({ code: "arguments", toolCallId, delta }));
      const last: Frame = { code: "arguments", toolCallId, delta: deltas.length === 0 ? "{}" : "", isLast: true };
      const ended: Frame = { code: "result", toolCallId, result, isError };
      return [{ code: "call", toolCallId, toolName: "echo", ...about }, ...pieces, last, ended];
    }),
);

/** Each call under an id of its own. */
const frames = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) =>
    pieces.flatMap((some, place) =>
      some.map((frame): Frame => ("toolCallId" in frame ? { ...frame, toolCallId: `c${place}` } : frame)),
    ),
  );

describe("frameLine", () => {
  it("is byte for byte what assistant-stream's own encoder writes", async () => {
    await fc.assert(
      fc.asyncProperty(frames, async (list) => {
        expect(list.map(frameLine).join("")).toBe(await encoded(chunksOf(list)));
      }),
    );
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(frames, (list) => {
        expect(list.map((frame) => parseFrame(frameLine(frame).slice(0, -1)))).toEqual(list);
      }),
    );
  });
});

async function encoded(chunks: readonly AssistantStreamChunk[]): Promise<string> {
  const stream = new ReadableStream<AssistantStreamChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return new Response(stream.pipeThrough(new DataStreamEncoder())).text();
}

/** The same, as assistant-stream's encoder takes it. */
function chunksOf(list: readonly Frame[]): AssistantStreamChunk[] {
  const paths = new Map<string, readonly [number]>();
  let next = 0;
  const chunksFor = (frame: Frame): AssistantStreamChunk[] => {
    const open = (): readonly [number] => [next++];
    const path = "toolCallId" in frame ? (paths.get(frame.toolCallId) ?? []) : [];
    switch (frame.code) {
      case "text":
      case "reasoning": {
        const place = open();
        return [
          { path: [], type: "part-start", part: { type: frame.code } },
          { path: place, type: "text-delta", textDelta: frame.text },
          { path: place, type: "part-finish" },
        ];
      }
      case "call": {
        const { code: _code, ...part } = frame;
        paths.set(frame.toolCallId, open());
        return [{ path: [], type: "part-start", part: { type: "tool-call", ...part } }];
      }
      case "arguments":
        if (frame.isLast === true) return [{ path, type: "tool-call-args-text-finish" }];
        return [{ path, type: "text-delta", textDelta: frame.delta }];
      case "result": {
        const { result, isError } = frame;
        return [
          { path, type: "result", result, isError },
          { path, type: "part-finish" },
        ];
      }
      case "data": {
        const { code: _code, ...part } = frame;
        const place = open();
        return [
          { path: [], type: "part-start", part: { type: "data", ...part } },
          { path: place, type: "part-finish" },
        ];
      }
      case "note":
        return [{ path: [], type: "data", data: [frame.note] }];
      case "error":
        return [{ path: [], type: "error", error: frame.text }];
      case "step":
        return [{ path: [], type: "step-start", messageId: frame.messageId }];
      case "step-end":
        return [{ path: [], type: "step-finish", finishReason: "stop", usage: frame.usage, isContinued: false }];
      case "finish":
        return [{ path: [], type: "message-finish", finishReason: "stop", usage: frame.usage }];
    }
  };
  return list.flatMap(chunksFor);
}
