import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
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
