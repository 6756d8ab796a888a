import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSmallModel } from "./is-small-model.ts";

describe("a small model", () => {
  it.each([
    "qwen2.5-coder-1.5b",
    "Qwen2.5-Coder-1.5B-Instruct-GGUF",
    "llama3.2:3b",
    "gemma-3-4b-it",
    "qwen2.5:0.5b-instruct-q4_K_M",
    "gemma-3-270m",
    "smollm2:135m",
    "phi3:3.8b",
  ])("is told by its name: %s", (name) => expect(isSmallModel(name, 32_768)).toBe(true));

  it.each([
    "qwen2.5-coder-14b",
    "yi-34b-4bit",
    "qwen3-30b-a3b",
    "mixtral-8x3b",
    "llama-3.1-70b-q4_0",
    "qwen2.5-7b-instruct-1m",
    "jamba-1m",
    "gpt-5",
    "gpt-4.1-mini",
    "claude-haiku-4-5",
    "deepseek-chat",
    "llama3.2",
  ])("is not %s", (name) => expect(isSmallModel(name, undefined)).toBe(false));

  it("is told by a context of 8,192 tokens or less, whatever its name", () => {
    expect([8_192, 4_096, 8_193].map((tokens) => isSmallModel("qwen3-32b", tokens))).toEqual([true, true, false]);
  });

  it("has no number above four billions anywhere in its name", () => {
    const size = fc.double({ min: 4.01, max: 900, noNaN: true }).map((count) => `${count.toFixed(2)}b`);
    const word = fc.constantFrom("qwen2.5", "1.5b", "coder", "0.5b", "it", "270m");
    const name = fc.tuple(fc.array(word), size, fc.array(word)).map(([left, at, right]) => [...left, at, ...right]);
    fc.assert(fc.property(name, (words) => !isSmallModel(words.join("-"), undefined)));
  });
});
