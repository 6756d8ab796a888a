import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { eventSize } from "./event-size.ts";
import { ReplayBuffer } from "./replay-buffer.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

function chunk(seq: number) {
  const data = { toolCallId: "c1", chunk: "x".repeat(1_000) };
  return { type: "tool_output_chunk", seq, id: String(seq), runId: "r", time: 0, data } as const;
}

it("lets go of what it has dropped: its limits hold for the memory that it takes", async () => {
  const buffer = new ReplayBuffer({ events: 10 });
  const added: WeakRef<object>[] = [];
  for (let seq = 1; seq <= 200; seq += 1) {
    const event = chunk(seq);
    added.push(new WeakRef(event));
    buffer.add(event);
  }
  await new Promise(setImmediate);
  collect();
  expect(buffer.all().map(({ seq }) => seq)).toEqual([191, 192, 193, 194, 195, 196, 197, 198, 199, 200]);
  expect(added.filter((event) => event.deref() !== undefined).length).toBeLessThanOrEqual(21);
});

it("holds the steps that it is to hold, beside the one under way, however long a run is", () => {
  const buffer = new ReplayBuffer({ steps: 2 });
  let seq = 0;
  const add = (type: "text_delta" | "step_end", parentId?: string) => {
    seq += 1;
    const about = { seq, id: String(seq), runId: "r", time: 0, ...(parentId === undefined ? {} : { parentId }) };
    buffer.add(
      type === "step_end" ? { ...about, type, data: { step: seq } } : { ...about, type, data: { delta: String(seq) } },
    );
  };
  for (let step = 0; step < 1_000; step += 1) {
    for (let delta = 0; delta < 3; delta += 1) add("text_delta");
    // The end of a step of an agent that is called in this one.
    add("step_end", "call");
    add("step_end");
    expect(buffer.all().length).toBe(Math.min(step + 1, 2) * 5);
  }
  add("text_delta");
  expect(buffer.all().map((event) => event.seq)).toEqual(Array.from({ length: 11 }, (_, n) => 4_991 + n));
  expect(buffer.since(4_990)).toHaveLength(11);
  expect(buffer.since(4_989)).toBeUndefined();
});

it("holds the same as a list that is cut, whatever comes and however much of it", () => {
  const events = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 3 }), length: fc.integer({ max: 400, min: 0 }) }));
  const limits = fc.record({ events: fc.integer({ min: 0, max: 40 }), bytes: fc.integer({ min: 0, max: 6_000 }) });
  const property = fc.property(events, limits, (added, limit) => {
    const buffer = new ReplayBuffer(limit);
    let list: { readonly seq: number; readonly bytes: number }[] = [];
    let seq = 0;
    for (const { gap, length } of added) {
      seq += gap;
      const event = {
        type: "text_delta",
        seq,
        id: "e",
        runId: "r",
        time: 0,
        data: { delta: "x".repeat(length) },
      } as const;
      buffer.add(event);
      list.push({ seq, bytes: eventSize(event) });
      const sum = () => list.reduce((all, { bytes }) => all + bytes, 0);
      while (list.length > limit.events || (sum() > limit.bytes && list.length > 0)) list = list.slice(1);
      expect(buffer.all().map((event) => event.seq)).toEqual(list.map((event) => event.seq));
    }
    for (let after = 0; after <= seq; after += 1) {
      const [first] = list;
      const later = list.filter((event) => event.seq > after).map((event) => event.seq);
      const isWhole = first !== undefined && first.seq <= after + 1;
      expect(buffer.since(after)?.map((event) => event.seq)).toEqual(isWhole ? later : undefined);
    }
  });
  fc.assert(property, { numRuns: 200 });
});
