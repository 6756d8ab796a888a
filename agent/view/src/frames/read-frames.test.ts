import { describe, expect, it } from "vitest";
import { readFrames } from "./read-frames.ts";

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
