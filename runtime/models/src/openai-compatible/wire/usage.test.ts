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
    [
      // OpenAI
      {
        usage: {
          prompt_tokens: 2006,
          completion_tokens: 300,
          prompt_tokens_details: { cached_tokens: 1920 },
          completion_tokens_details: { reasoning_tokens: 250 },
        },
      },
      { inputTokens: 2006, outputTokens: 300, cachedInputTokens: 1920, reasoningTokens: 250 },
    ],
    [
      // OpenRouter
      {
        usage: {
          prompt_tokens: 10339,
          completion_tokens: 60,
          prompt_tokens_details: { cached_tokens: 10318, cache_write_tokens: 0 },
        },
      },
      { inputTokens: 10339, outputTokens: 60, cachedInputTokens: 10318, cacheWriteTokens: 0 },
    ],
    [
      // Claude through LiteLLM
      {
        usage: {
          prompt_tokens: 1100,
          completion_tokens: 5,
          prompt_tokens_details: { cached_tokens: 900, cache_creation_tokens: 150 },
          cache_read_input_tokens: 900,
          cache_creation_input_tokens: 150,
        },
      },
      { inputTokens: 1100, outputTokens: 5, cachedInputTokens: 900, cacheWriteTokens: 150 },
    ],
    [
      // The same through an earlier LiteLLM
      { usage: { prompt_tokens: 50, completion_tokens: 5, cache_read_input_tokens: 900 } },
      { inputTokens: 950, outputTokens: 5, cachedInputTokens: 900 },
    ],
    [
      // Anthropic itself
      {
        usage: { input_tokens: 50, output_tokens: 5, cache_read_input_tokens: 900, cache_creation_input_tokens: 150 },
      },
      { inputTokens: 1100, outputTokens: 5, cachedInputTokens: 900, cacheWriteTokens: 150 },
    ],
    [
      { usage: { input_tokens: 50, output_tokens: 5, cache_read_input_tokens: 20 } },
      { inputTokens: 70, outputTokens: 5, cachedInputTokens: 20 },
    ],
    [
      // DeepSeek
      {
        usage: { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
      },
      { inputTokens: 100, outputTokens: 5, cachedInputTokens: 64 },
    ],
    [
      // Responses
      {
        usage: {
          input_tokens: 75,
          output_tokens: 20,
          input_tokens_details: { cached_tokens: 64 },
          output_tokens_details: { reasoning_tokens: 12 },
        },
      },
      { inputTokens: 75, outputTokens: 20, cachedInputTokens: 64, reasoningTokens: 12 },
    ],
    [
      { usage: { prompt_tokens: 3, prompt_tokens_details: { cached_tokens: null }, cache_read_input_tokens: -1 } },
      { inputTokens: 3, outputTokens: 0 },
    ],
    [{ usage: null }, undefined],
    [{ usage: { cost: 1 } }, undefined],
  ])("reads %j", (chunk, usage) => {
    expect(readUsage(chunk)).toEqual(usage);
  });
});
