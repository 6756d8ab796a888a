import { describe, expect, it } from "vitest";
import { modelFacts } from "./model-facts.ts";

describe("modelFacts", () => {
  it.each([
    "gpt-5-mini",
    "openai:gpt-5-mini",
    "openrouter:openai/gpt-5-mini",
    "litellm:azure/GPT-5-mini",
    "gpt-5-2025-08-07",
  ])("knows %s", (name) => {
    expect(modelFacts(name)).toEqual({
      contextWindow: 400_000,
      efforts: ["minimal", "low", "medium", "high"],
      takes: ["image/*", "application/pdf"],
    });
  });

  it("takes the longest beginning that fits", () => {
    expect(modelFacts("claude-3-7-sonnet-latest").efforts).toEqual(["low", "medium", "high"]);
    expect(modelFacts("claude-3-5-haiku-latest").efforts).toEqual([]);
    expect(modelFacts("gpt-5.9").contextWindow).toBeUndefined();
  });

  it.each(["", ":", "offline", "ollama:qwen3", "my-gpt-5", "__proto__", "script:gpt-5/steps.json"])(
    "knows nothing of %j",
    (name) => expect(modelFacts(name)).toEqual({}),
  );

  it("knows a model of Ollama by what stands before its tag", () => {
    expect(modelFacts("ollama:gpt-oss:20b").contextWindow).toBe(131_072);
  });
});
