import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textStream } from "./text-stream.ts";

async function* slow() {
  yield "first";
  await new Promise((resolve) => setTimeout(resolve, 200));
  yield "last";
}

const idle = { afterMs: 50, text: "idle" };

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const read: string[] = [];
  for await (const bytes of stream) read.push(new TextDecoder().decode(bytes));
  return read;
}

describe("textStream", () => {
  it("is not silent while nothing comes, and loses nothing by it", async () => {
    const read = await readAll(textStream({ texts: slow(), onEnd() {}, idle }));
    expect(read.filter((text) => text !== "idle")).toEqual(["first", "last"]);
    expect(read.filter((text) => text === "idle").length).toBeGreaterThan(0);
  });

  it("tells once when its reader leaves, also while nothing comes, and when all was told", async () => {
    const ends: boolean[] = [];
    const reader = textStream({ texts: slow(), onEnd: (isWhole) => ends.push(isWhole), idle }).getReader();
    await reader.read();
    await reader.cancel();
    expect(ends).toEqual([false]);
    await readAll(textStream({ texts: slow(), onEnd: (isWhole) => ends.push(isWhole), idle }));
    expect(ends).toEqual([false, true]);
  });

  it("sends everything once and in order, what is ready in one turn in one piece", async () => {
    const pieces = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(pieces, async (texts) => {
        async function* ready() {
          yield* texts;
        }
        const read = await readAll(textStream({ texts: ready(), onEnd() {} }));
        expect(read.join("")).toBe(texts.join("").toWellFormed());
        expect(read.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("sends at once what was gathered before, and together what no reader had room for", async () => {
    const gates: (() => void)[] = [];
    const gate = () => new Promise<void>((resolve) => gates.push(resolve));
    async function* texts() {
      yield "one";
      await gate();
      yield "two";
      yield "three";
      await gate();
    }
    const stream = textStream({ texts: texts(), onEnd() {}, isGathered: true });
    const reader = stream.getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toBe("one");
    gates[0]?.();
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    expect((await read()) + (await read())).toBe("twothree");
    expect(await read()).toBe("");
  });

  it("takes nothing more than it may hold while nobody reads", async () => {
    let taken = 0;
    let isLeft = false;
    async function* flood() {
      for (; taken < 10_000; taken += 1) yield "x".repeat(1_000);
    }
    const stream = textStream({ texts: flood(), onEnd: () => (isLeft = true) });
    const reader = stream.getReader();
    await reader.read();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBeLessThan(300);
    await reader.cancel();
    expect(isLeft).toBe(true);
  });

  it("fails as its source fails", async () => {
    async function* failing() {
      yield "x";
      throw new Error("It broke.");
    }
    const ends: boolean[] = [];
    const stream = textStream({ texts: failing(), onEnd: (isWhole) => ends.push(isWhole) });
    await expect(readAll(stream)).rejects.toThrow("It broke.");
    expect(ends).toEqual([false]);
  });
});
