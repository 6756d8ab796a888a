import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFrame } from "./frame.ts";
import { readFrames } from "./read-frames.ts";

describe("parseFrame", () => {
  it.each([
    ['0:"hi"', { code: "text", text: "hi" }],
    ['g:"hm"', { code: "reasoning", text: "hm" }],
    ['3:"It broke."', { code: "error", text: "It broke." }],
    ['b:{"toolCallId":"a","toolName":"read"}', { code: "call", toolCallId: "a", toolName: "read" }],
    ['c:{"toolCallId":"a","argsTextDelta":"{}"}', { code: "arguments", toolCallId: "a", delta: "{}" }],
    ['a:{"toolCallId":"a","result":1}', { code: "result", toolCallId: "a", result: 1, isError: false }],
    ['2:[{"seq":4}]', { code: "note", note: { seq: 4 } }],
    ['f:{"messageId":"r-0"}', { code: "step" }],
    [
      'aui-data:{"name":"tool-output","data":{"toolCallId":"a","chunk":"x"},"parentId":"a"}',
      { code: "data", name: "tool-output", data: { toolCallId: "a", chunk: "x" } },
    ],
    ['d:{"finishReason":"stop"}', { code: "finish", finishReason: "stop", usage: {} }],
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

describe("readFrames", () => {
  it("reads the same wherever the bytes are cut", async () => {
    const text = '0:"grüße\\n"\nb:{"toolCallId":"a","toolName":"b"}\n2:[{"seq":1}]\n';
    const bytes = new TextEncoder().encode(text);
    const whole = await framesOf([bytes]);
    expect(whole).toHaveLength(3);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(await framesOf([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(whole);
    }
  });
});

async function framesOf(pieces: readonly Uint8Array<ArrayBuffer>[]) {
  const frames = [];
  for await (const some of readFrames(streamOf(pieces))) frames.push(...some);
  return frames;
}

function streamOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
