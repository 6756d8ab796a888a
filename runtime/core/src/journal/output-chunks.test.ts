import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import { safeStream } from "../secrets/safe-stream.ts";
import { secret } from "../secrets/secret.ts";
import type { DefineToolOptions } from "../tool/tool.ts";
import { JoinedChunks, WholeChunks } from "./output-chunks.ts";

type Execute = DefineToolOptions<unknown, unknown>["execute"];

async function streaming(execute: Execute, extra: Parameters<typeof toolOf>[2] = { streamsOutput: true }) {
  const options = { secrets: [secret("vault", "correct-horse-battery")] };
  const { runner, events } = runnerOf([toolOf("tool", execute, extra)], options);
  await runner.exec({ id: "c", name: "tool", arguments: {} });
  await wait(60);
  const chunks = events.flatMap((event) => (event.type === "tool_output_chunk" ? [event] : []));
  return { events, chunks, text: chunks.map(({ data }) => data.chunk).join("") };
}

describe("the output of a running call", () => {
  it("comes in order between start and end, with the call as parent, joined while it comes fast", async () => {
    const { events, chunks, text } = await streaming((_, ctx) => {
      for (let n = 0; n < 100; n += 1) ctx.emitOutput(`${n},`);
      return "done";
    });
    expect(text).toBe(Array.from({ length: 100 }, (_, n) => `${n},`).join(""));
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ parentId: "c", data: { toolCallId: "c" } });
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_output_chunk", "tool_call_end"]);
  });

  it("comes after 50 ms, or when 8 KiB are there", async () => {
    const seen: number[] = [];
    const { chunks } = await streaming(async (_, ctx) => {
      ctx.emitOutput("slow");
      await wait(70);
      seen.push(1);
      ctx.emitOutput("x".repeat(20_000));
    });
    expect(chunks.map(({ data }) => data.chunk.length).slice(0, 3)).toEqual([4, 8_192, 8_192]);
    expect(chunks.reduce((sum, { data }) => sum + data.chunk.length, 0)).toBe(20_004);
  });

  it("passes only where the tool says that it streams", async () => {
    expect((await streaming((_, ctx) => ctx.emitOutput("hidden"), {})).chunks).toEqual([]);
  });

  it("that comes after the end is dropped", async () => {
    const { text, events } = await streaming((_, ctx) => {
      setTimeout(() => ctx.emitOutput("late"), 5);
      ctx.emitOutput("in time");
    });
    expect(text).toBe("in time");
    expect(events.at(-1)?.type).toBe("tool_call_end");
  });

  it("of a call that runs out of time stops with it", async () => {
    const { text, events } = await streaming(
      async (_, ctx) => {
        ctx.emitOutput("before");
        await wait(300);
        ctx.emitOutput("after");
      },
      { streamsOutput: true, timeoutMs: 5 },
    );
    expect(text).toBe("before");
    expect(events.at(-1)?.type).toBe("tool_call_end");
  });

  it("never holds a secret or half a character, wherever it was cut", async () => {
    const said = "the word is correct-horse-battery \u{1f600}!";
    const { text } = await streaming((_, ctx) => {
      for (const unit of said.split("")) ctx.emitOutput(unit);
    });
    expect(text).toBe("the word is [secret:vault] \u{1f600}!");
    const { chunks } = await streaming((_, ctx) => ctx.emitOutput("\u{1f600}".repeat(10_000)));
    expect(chunks.every(({ data }) => data.chunk.isWellFormed() && data.chunk.length <= 8_192)).toBe(true);
  });

  it("costs in proportion to its length: 10,000 chunks are pushed once each, and published in few pieces", () => {
    const push = vi.fn((chunk: string) => chunk);
    const published: string[] = [];
    const emitter = new JoinedChunks({ push, end: () => "", pause: () => "" }, (chunk) => published.push(chunk));
    for (let n = 0; n < 10_000; n += 1) emitter.push("0123456789");
    emitter.end();
    expect(push).toHaveBeenCalledTimes(10_000);
    expect(published.length).toBeLessThanOrEqual(26);
    expect(published.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(100_000);
  });
});

describe("pieces that are kept as they were pushed", () => {
  const published = (pieces: readonly string[]): string[] => {
    const out: string[] = [];
    const emitter = new WholeChunks(safeStream(createScrubber([{ name: "KEY", value: "hunter2hunter2" }])), (chunk) =>
      out.push(chunk),
    );
    for (const piece of pieces) emitter.push(piece);
    emitter.end();
    emitter.push("late");
    return out;
  };

  it("come one by one, also where the end of one could begin a secret", () => {
    expect(published(["Processing...\n", "one", "two", "", "hunt", "er", " x"])).toEqual([
      "Processing...\n",
      "one",
      "two",
      "hunt",
      "er",
      " x",
    ]);
  });

  it("never show a secret, and never half a character", () => {
    expect(published(["a", "hunter2h", "unter2", " b"]).join("")).toBe("a[secret:KEY] b");
    expect(published(["x\ud83d", "\ude00y"])).toEqual(["x😀y"]);
  });

  it("say the same as the text, whatever the pieces (property)", () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom("hunter2", "hunter2hunter2", "sk-", "e"));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const masked = createScrubber([{ name: "KEY", value: "hunter2hunter2" }]).text(pieces.join(""));
        expect(published(pieces).join("")).toBe(masked);
      }),
    );
  });
});
