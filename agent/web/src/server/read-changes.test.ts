import { describe, expect, it } from "vitest";
import { readChanges } from "./read-changes.ts";

const TEXT =
  'retry: 2000\n\nevent: thread\ndata: {"id":"grüße"}\n\n: nothing new\n\nevent: x\ndata: {\n\nevent: reset\ndata: {}\n\n';

describe("readChanges", () => {
  it("reads the same wherever the bytes are cut, and leaves out what is no event", async () => {
    const bytes = new TextEncoder().encode(TEXT);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(await eventsOf([bytes.slice(0, cut), bytes.slice(cut)])).toEqual([
        { event: "thread", data: { id: "grüße" } },
        { event: "reset", data: {} },
      ]);
    }
  });
});

async function eventsOf(pieces: readonly Uint8Array<ArrayBuffer>[]) {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const events = [];
  for await (const event of readChanges(stream)) events.push(event);
  return events;
}
