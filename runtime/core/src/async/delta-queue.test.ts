import { describe, expect, it } from "vitest";
import { DeltaQueue } from "./delta-queue.ts";

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe("DeltaQueue", () => {
  it("gives everything to the first reader, who may wait, and tells a second one so", async () => {
    const queue = new DeltaQueue<number>();
    queue.push([1]);
    const first = collect(queue.stream);
    await expect(collect(queue.stream)).rejects.toThrow("can be read once");
    await new Promise((resolve) => setTimeout(resolve, 5));
    queue.push([2, 3]);
    queue.close();
    expect(await first).toEqual([1, 2, 3]);
  });

  it("takes nothing once it is closed", async () => {
    const queue = new DeltaQueue<number>();
    queue.close();
    queue.push([1]);
    expect(await collect(queue.stream)).toEqual([]);
  });
});
