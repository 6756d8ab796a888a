import { describe, expect, it } from "vitest";
import { readUsage } from "./usage.ts";

describe("readUsage", () => {
  it.each([
    [{ usage: { prompt_tokens: 3, completion_tokens: 4 } }, { inputTokens: 3, outputTokens: 4 }],
    [{ usage: { input_tokens: 3 } }, { inputTokens: 3, outputTokens: 0 }],
    [{ x_groq: { usage: { prompt_tokens: 1, completion_tokens: 2 } } }, { inputTokens: 1, outputTokens: 2 }],
    [
      { usage: { prompt_tokens: 3, completion_tokens: 4, cost: 0.00014 } },
      { inputTokens: 3, outputTokens: 4, costUsd: 0.00014 },
    ],
    [{ usage: { prompt_tokens: 3, completion_tokens: 4, cost: -1 } }, { inputTokens: 3, outputTokens: 4 }],
    [{ usage: { prompt_tokens: 3, completion_tokens: 4, cost: "free" } }, { inputTokens: 3, outputTokens: 4 }],
    [{ usage: null }, undefined],
    [{ usage: { cost: 1 } }, undefined],
  ])("reads %j", (chunk, usage) => {
    expect(readUsage(chunk)).toEqual(usage);
  });
});
