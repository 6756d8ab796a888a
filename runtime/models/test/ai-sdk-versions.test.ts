import { createAnthropic } from "@ai-sdk/anthropic";
import { defineTool, type LlmOptions, partsOutput, runToolLoop } from "@toolwright/core";
import { createAnthropic as createAnthropicV2 } from "ai-sdk-anthropic-v2";
import { createAnthropic as createAnthropicV3 } from "ai-sdk-anthropic-v3";
import { describe, expect, it } from "vitest";
import { createAiSdkModel } from "../src/index.ts";
import { anthropicBlocks, callBlock, textBlock } from "./support/anthropic-stream.ts";
import { startAnswering } from "./support/scripted-server.ts";

const VERSIONS = [
  ["v2", createAnthropicV2],
  ["v3", createAnthropicV3],
  ["v4", createAnthropic],
] as const;

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const look = defineTool({
  name: "look",
  description: "Looks.",
  input: { type: "object", properties: { at: { type: "string" } } },
  effects: "read",
  execute: () =>
    partsOutput([
      { type: "text", text: "A dot." },
      { type: "image", mediaType: "image/png", data: DOT },
    ]),
});

const thinking = [
  { type: "thinking", thinking: "", signature: "" },
  { type: "thinking_delta", thinking: "Look." },
  { type: "signature_delta", signature: "signed" },
] as const;
const cached = {
  input_tokens: 3,
  cache_read_input_tokens: 90,
  cache_creation_input_tokens: 7,
  output_tokens: 1,
};

async function play(create: (typeof VERSIONS)[number][1], llmOptions: LlmOptions = {}) {
  const server = await startAnswering(
    anthropicBlocks([thinking, callBlock("toolu_1", "look", { at: "dot" })], "tool_use", cached),
    anthropicBlocks([textBlock("A dot.")]),
  );
  const model = createAiSdkModel(create({ baseURL: server.baseUrl, apiKey: "key" })("claude-test"), { maxRetries: 0 });
  const content = [
    { type: "text", text: "What is it?" },
    { type: "image", mediaType: "image/png", data: DOT },
  ] as const;
  const result = await runToolLoop({ model, tools: [look], llmOptions }, [{ role: "user", content }]);
  return { result, bodies: server.received.map(({ body }) => body), name: model.name };
}

describe("a model of AI SDK 5, 6 or 7, over HTTP", () => {
  it.each(VERSIONS)("%s thinks, calls a tool, reads its picture and is billed", async (_version, create) => {
    const { result, bodies, name } = await play(create);
    expect(name).toBe("anthropic:claude-test");
    expect(result).toMatchObject({
      content: "A dot.",
      stopReason: "stop",
      usage: { inputTokens: 111, cachedInputTokens: 90, cacheWriteTokens: 7, outputTokens: 18 },
    });
    const source = { type: "base64", media_type: "image/png", data: DOT };
    expect(bodies[1]?.messages).toMatchObject([
      { role: "user", content: [{ text: "What is it?" }, { type: "image", source }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Look.", signature: "signed" },
          { type: "tool_use", id: "toolu_1", name: "look", input: { at: "dot" } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            content: [
              { type: "text", text: "A dot." },
              { type: "image", source },
            ],
          },
        ],
      },
    ]);
  });

  it("sends the same words through each of them", async () => {
    const [first, ...others] = await Promise.all(VERSIONS.map(async ([, create]) => (await play(create)).bodies[1]));
    for (const other of others) expect([other?.messages, other?.system]).toEqual([first?.messages, first?.system]);
  });

  it.each(VERSIONS.slice(0, 2))(
    "%s is not told how hard to think in words that it does not know",
    async (_v, create) => {
      const { result, bodies } = await play(create, { reasoning_effort: "high" });
      expect(bodies).toEqual([]);
      expect(result.error?.message).toMatch(/reasoning_effort.*AI SDK 5 or 6.*providerOptions/);
      const told = { providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 2_000 } } } };
      expect((await play(create, told)).bodies[0]?.thinking).toMatchObject({ budget_tokens: 2_000 });
    },
  );
});
