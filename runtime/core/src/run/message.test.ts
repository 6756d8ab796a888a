import { describe, expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { RunnerOptions } from "./runner-options.ts";

const bytes = (content: unknown) => Buffer.byteLength(typeof content === "string" ? content : JSON.stringify(content));

async function presented(
  value: unknown,
  extra: Parameters<typeof toolOf>[2] = {},
  options: Partial<RunnerOptions> = {},
) {
  const { runner, events } = runnerOf([toolOf("tool", () => value, extra)], options);
  return { ...(await runner.exec({ name: "tool", arguments: {} })), events };
}

describe("what the model reads", () => {
  it("keeps the beginning and the end of a long text, and says where the whole is", async () => {
    const outputCache = createMemoryOutputCache();
    const lines = Array.from({ length: 5_000 }, (_, n) => `line ${n}`).join("\n");
    const { message, result, events } = await presented(lines, {}, { outputCache });
    const text = String(message.content);
    expect(text.split("\n").length).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/^line 0\n[\s\S]*line 4999$/);
    expect(text).toContain(result.ref?.id);
    expect(message.output_ref).toBe(result.ref?.id);
    expect(result.ref).toMatchObject({ lines: 5_000, bytes: lines.length });
    expect(bytes(events.at(-1))).toBeLessThan(60_000);
    const kept = [];
    for await (const line of outputCache.lines(result.ref?.id ?? "", { channel: "", chatId: "" }) ?? [])
      kept.push(line);
    expect(kept.join("\n")).toBe(lines);
  });

  it("keeps texts over 2 KiB aside, even whole ones, and no others", async () => {
    expect((await presented("x".repeat(2_049))).result.ref).toBeDefined();
    expect((await presented("x".repeat(2_048))).result.ref).toBeUndefined();
    expect((await presented("\u20ac".repeat(700))).result.ref).toBeDefined();
    expect((await presented("x".repeat(2_049))).message.content).toBe("x".repeat(2_049));
    const off = await presented("x".repeat(200_000), {}, { outputCache: false });
    expect(off.result.ref).toBeUndefined();
    expect(bytes(off.message.content)).toBeLessThanOrEqual(51_200);
  });

  it("is cut as JSON that is still valid", async () => {
    const { message } = await presented({ list: Array.from({ length: 20_000 }, (_, n) => ({ n })), name: "kept" });
    expect(bytes(message.content)).toBeLessThanOrEqual(51_200);
    expect(JSON.parse(String(message.content))).toMatchObject({ value: { name: "kept" } });
  });

  it("is not cut again where the tool bounds its own output and keeps its own ref", async () => {
    const ref = { id: "own", bytes: 9, lines: 1 };
    const value = {
      output: { type: "text", text: "x".repeat(60_000) },
      ref,
      silent: false,
      isError: false,
      async: false,
    };
    const own = await presented(value, { boundsOutput: true });
    expect(own.message).toMatchObject({ content: "x".repeat(60_000), output_ref: "own" });
    const liar = await presented("x".repeat(1_000_000), { boundsOutput: true });
    expect(bytes(liar.message.content)).toBeLessThanOrEqual(4 * 51_200);
  });

  it("follows the limits of the runner", async () => {
    const { message } = await presented(
      "x".repeat(10_000),
      {},
      { limits: { maxBytes: 2_000, headBytes: 800, tailBytes: 200 } },
    );
    expect(bytes(message.content)).toBeLessThanOrEqual(2_000);
  });

  it("survives a cache that fails", async () => {
    const outputCache = {
      save: vi.fn(() => Promise.reject(new Error("full"))),
      lines: () => undefined,
      recent: () => [],
    };
    const { message, result } = await presented("x".repeat(200_000), {}, { outputCache });
    expect(outputCache.save).toHaveBeenCalledTimes(1);
    expect(result.isError).toBe(false);
    expect(bytes(message.content)).toBeLessThanOrEqual(51_200);
  });

  it("is told in the end event where it is not simply the output", async () => {
    const plain = await presented("text");
    expect(plain.events.at(-1)?.data).not.toHaveProperty("content");
    const formatted = await presented({ a: 1 }, { formatOutput: () => "formatted" });
    expect(formatted.events.at(-1)?.data).toMatchObject({ content: "formatted" });
  });

  it("is bounded for people and programs too", async () => {
    const huge = "x".repeat(2_000_000);
    const value = {
      output: { type: "text", text: "x" },
      forUser: huge,
      artifact: { huge },
      silent: false,
      isError: false,
      async: false,
    };
    const { events } = await presented(value);
    expect(bytes(events.at(-1))).toBeLessThan(400_000);
  });

  it("of an empty error is what is known of it", async () => {
    const value = (error: object) => ({
      output: { type: "text", text: "" },
      silent: false,
      isError: true,
      async: false,
      error,
    });
    const base = { code: "execution_failed", type: "system_error" };
    expect((await presented(value({ ...base, message: "the message" }))).message.content).toBe("the message");
    expect((await presented(value({ ...base, message: "", cause: new Error("the cause") }))).message.content).toBe(
      "the cause",
    );
    expect((await presented(value({ ...base, message: "" }))).message.content).toBe("(no output)");
  });
});
