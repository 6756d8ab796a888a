import type { ServerResponse } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import { defineTool, type Json, type JsonObject, type ModelPort, runToolLoop } from "@toolwright/core";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import {
  createAiSdkModel,
  createLiteLlmModel,
  createOpenAiCompatibleModel,
  createResponsesModel,
} from "../src/index.ts";
import { blocksOfChat, blocksOfInput, blocksOfMessages, PromptCache } from "./support/prompt-cache.ts";
import { events, startAnswering } from "./support/scripted-server.ts";

const STEPS = 50;
/** Of one step, so many that the end of the request before it is out of sight. */
const MANY = 30;

const look = defineTool({
  name: "look",
  description: `Looks. ${"About looking. ".repeat(40)}`,
  input: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
  effects: "read",
  execute: ({ at }: { at: string }) => `${at}: ${"seen ".repeat(60)}`,
});
const wait = defineTool({ name: "wait", description: "Waits.", input: { type: "object" }, execute: () => "" });

const messages = [
  { role: "system" as const, content: "You look at things. ".repeat(50) },
  { role: "user" as const, content: "Look at all of it." },
];

type Answer = (response: ServerResponse) => void;

/** What is looked at in a step; nothing in the last one. */
function lookedAt(step: number): string[] {
  if (step === STEPS - 1) return [];
  return Array.from({ length: step % 10 === 4 ? MANY : 1 }, (_, n) => `${step}.${n}`);
}

function answers(of: (step: number) => Answer): Answer[] {
  return Array.from({ length: STEPS }, (_, step) => of(step));
}

function chatAnswer(step: number): Answer {
  const calls = lookedAt(step).map((at, index) => {
    return { index, id: `c${step}x${index}`, function: { name: "look", arguments: JSON.stringify({ at }) } };
  });
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 90 },
    cache_creation_input_tokens: 8,
    cache_read_input_tokens: 90,
  };
  const delta = calls.length === 0 ? { content: "Seen." } : { content: "Looking.", tool_calls: calls };
  return events(
    { choices: [{ index: 0, delta, finish_reason: calls.length === 0 ? "stop" : "tool_calls" }] },
    { choices: [], usage },
  );
}

function inputAnswer(step: number): Answer {
  const calls = lookedAt(step).map((at, n) => {
    return { type: "function_call", call_id: `c${step}x${n}`, name: "look", arguments: JSON.stringify({ at }) };
  });
  const said = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Seen." }] };
  const items: JsonObject[] = calls.length === 0 ? [said] : calls;
  return events(...items.map((item, output_index) => ({ type: "response.output_item.done", output_index, item })), {
    type: "response.completed",
    response: {
      status: "completed",
      usage: { input_tokens: 100, output_tokens: 5, input_tokens_details: { cached_tokens: 98 } },
    },
  });
}

function anthropicAnswer(step: number): Answer {
  const calls = lookedAt(step);
  const usage = { input_tokens: 2, cache_read_input_tokens: 90, cache_creation_input_tokens: 8, output_tokens: 1 };
  const about = { id: "m", type: "message", role: "assistant", model: "claude-test", content: [], stop_reason: null };
  const blocks = calls.flatMap((at, index): Json[] => [
    {
      type: "content_block_start",
      index,
      content_block: { type: "tool_use", id: `toolu_${step}x${index}`, name: "look", input: {} },
    },
    { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: JSON.stringify({ at }) } },
    { type: "content_block_stop", index },
  ]);
  const text: Json[] = [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Seen." } },
    { type: "content_block_stop", index: 0 },
  ];
  const reason = calls.length === 0 ? "end_turn" : "tool_use";
  return events(
    { type: "message_start", message: { ...about, usage } },
    ...(calls.length === 0 ? text : blocks),
    { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  );
}

/** A run of fifty steps, and what it would have had from the cache. */
async function run(of: (step: number) => Answer, model: (baseUrl: string) => ModelPort, blocks: typeof blocksOfChat) {
  const server = await startAnswering(...answers(of));
  const config = { model: model(server.baseUrl), tools: [wait, look], maxIterations: STEPS };
  const { stopReason, usage } = await runToolLoop(config, messages);
  const cache = new PromptCache();
  for (const { body } of server.received) cache.ask(blocks(body));
  return { stopReason, usage, cache, bodies: server.received.map(({ body }) => body) };
}

describe("a run of fifty steps with a model of Anthropic", () => {
  it.each([
    ["LiteLLM", chatAnswer, blocksOfChat, (baseUrl: string) => createLiteLlmModel({ baseUrl, model: "claude-test" })],
    [
      "responses",
      inputAnswer,
      blocksOfInput,
      (baseUrl: string) => createResponsesModel({ baseUrl, model: "anthropic/claude-test" }),
    ],
    [
      "the AI SDK",
      anthropicAnswer,
      blocksOfMessages,
      (baseUrl: string) => createAiSdkModel(createAnthropic({ baseURL: baseUrl, apiKey: "key" })("claude-test")),
    ],
  ] as const)("reads nine tenths of its input from the cache, through %s", async (_, answer, blocks, model) => {
    const { stopReason, usage, cache } = await run(answer, model, blocks);
    expect(stopReason).toBe("stop");
    expect(cache.marks).toHaveLength(STEPS);
    expect(Math.min(...cache.marks)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...cache.marks)).toBeLessThanOrEqual(4);
    expect(cache.cached / cache.total).toBeGreaterThan(0.9);
    // Of 100 tokens a step, as each of these formats counts them.
    expect(usage).toMatchObject({ inputTokens: 100 * STEPS, outputTokens: 5 * STEPS });
    expect((usage.cachedInputTokens ?? 0) + (usage.cacheWriteTokens ?? 0)).toBe(98 * STEPS);
  });

  it("sends what it has sent before byte for byte, but for the marks", async () => {
    const model = (baseUrl: string) => createLiteLlmModel({ baseUrl, model: "claude-test" });
    const { bodies } = await run(chatAnswer, model, blocksOfChat);
    const sent = bodies.map(({ messages: all, tools }) =>
      bare({ tools: tools ?? [], messages: all ?? [] }).slice(0, -2),
    );
    for (const [n, text] of sent.slice(1).entries()) expect(text.startsWith(sent[n] ?? "-")).toBe(true);
  });
});

function bare(value: Json): string {
  return JSON.stringify(value, (key, field: unknown) => (key === "cache_control" ? undefined : field));
}

const definition = {
  type: "function",
  function: { name: "look", description: "Looks.", parameters: { type: "object" } },
} as const;
const EPHEMERAL = { type: "ephemeral" };
const asked = { messages: [{ role: "user", content: "hi" }], tools: [definition] } as const;

type Made = (options: { baseUrl: string; model: string; promptCaching?: boolean }) => ModelPort;

async function sent(make: Made, model: string, params: Parameters<ModelPort["completionStream"]>[0], more = {}) {
  const server = await startAnswering(chatAnswer(STEPS - 1));
  await make({ baseUrl: server.baseUrl, model, ...more }).completionStream(params).final;
  return server.received[0]?.body ?? {};
}

describe("marks for Anthropic's cache", () => {
  it("stand at the end of instructions and tools, on the newest turn, and where the request before ended", async () => {
    const call = { id: "a", type: "function", function: { name: "look", arguments: "{}" } } as const;
    const body = await sent(createOpenAiCompatibleModel, "openrouter/anthropic/claude-test", {
      messages: [
        { role: "system", content: "Look." },
        {
          role: "user",
          content: [
            { type: "text", text: "this" },
            { type: "image", mediaType: "image/png", data: "AA==" },
            { type: "text", text: "" },
          ],
        },
        { role: "assistant", content: "", tool_calls: [call] },
        { role: "tool", tool_call_id: "a", content: "seen" },
        { role: "user", content: "" },
      ],
      tools: [{ ...definition, function: { ...definition.function, name: "wait" } }, definition],
    });
    expect(body.messages).toEqual([
      { role: "system", content: [{ type: "text", text: "Look.", cache_control: EPHEMERAL }] },
      {
        role: "user",
        content: [
          { type: "text", text: "this" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" }, cache_control: EPHEMERAL },
          { type: "text", text: "" },
        ],
      },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: "seen", cache_control: EPHEMERAL },
      { role: "user", content: "" },
    ]);
    expect(body.tools).toMatchObject([{}, { ...definition, cache_control: EPHEMERAL }]);
    expect(JSON.stringify(body.tools).match(/cache_control/g)).toHaveLength(1);
  });

  it.each(["claude-sonnet-4-5", "anthropic/claude-opus-4", "bedrock/us.anthropic.claude-v2", "vertex_ai/claude-3@1"])(
    "are in requests to %s",
    async (model) => {
      expect(JSON.stringify(await sent(createOpenAiCompatibleModel, model, asked))).toContain("cache_control");
    },
  );

  it.each(["gpt-5", "qwen3:8b", "llama3.1-claude", "not/claudette", "our-own"])("are in none to %s", async (model) => {
    for (const make of [createOpenAiCompatibleModel, createLiteLlmModel, createResponsesModel])
      expect(JSON.stringify(await sent(make, model, asked))).not.toContain("cache_control");
  });

  it("are in none to OpenAI itself and to Ollama, whatever the model is called", async () => {
    for (const [make, baseUrl] of [
      [createOpenAiCompatibleModel, "https://api.openai.com/v1"],
      [createOpenAiCompatibleModel, "http://127.0.0.1:11434/v1"],
      [createResponsesModel, "https://api.openai.com/v1"],
    ] as const) {
      const bodies: unknown[] = [];
      const recording: typeof fetch = async (_, init) => {
        bodies.push(init?.body);
        return Response.json({ choices: [{ message: { content: "Seen." }, finish_reason: "stop" }] });
      };
      const model = make({ baseUrl, model: "claude-x", fetch: recording });
      await model.completionStream(asked).final;
      expect(bodies).toHaveLength(1);
      expect(String(bodies[0])).not.toContain("cache_control");
    }
  });

  it("are in no request without tools: a title is asked for once", async () => {
    for (const make of [createOpenAiCompatibleModel, createResponsesModel])
      for (const tools of [undefined, []])
        expect(bare(await sent(make, "claude-test", { ...asked, tools }))).toBe(
          JSON.stringify(await sent(make, "claude-test", { ...asked, tools })),
        );
  });

  it("are turned off, and on for a model behind another name", async () => {
    for (const make of [createOpenAiCompatibleModel, createLiteLlmModel, createResponsesModel]) {
      const off = await sent(make, "claude-test", asked, { promptCaching: false });
      expect(JSON.stringify(off)).not.toContain("cache_control");
      const on = await sent(make, "our-own", asked, { promptCaching: true });
      expect(JSON.stringify(on)).toContain("cache_control");
    }
  });

  it("go through the AI SDK as each provider's package reads them", async () => {
    const marks = {
      anthropic: { cacheControl: EPHEMERAL },
      bedrock: { cachePoint: { type: "default" } },
      openaiCompatible: { cache_control: EPHEMERAL },
    };
    const asks = { ...asked, messages };
    const given = async (provider: string, modelId: string, more = {}) => {
      const model = new MockLanguageModelV4({ provider, modelId, doStream: () => Promise.reject(new Error("no")) });
      await createAiSdkModel(model, more).completionStream(asks).final;
      return model.doStreamCalls[0];
    };
    for (const [provider, modelId] of [
      ["amazon-bedrock", "us.anthropic.claude-test-v1:0"],
      ["vertex.anthropic.messages", "claude-test@1"],
      ["gateway", "anthropic/claude-test"],
    ] as const) {
      const { prompt, tools } = (await given(provider, modelId)) ?? {};
      expect(prompt).toMatchObject([{ providerOptions: marks }, { content: [{ providerOptions: marks }] }]);
      expect(tools).toMatchObject([{ providerOptions: marks }]);
    }
    expect(JSON.stringify(await given("openai.responses", "gpt-5"))).not.toContain("ephemeral");
    const off = await given("gateway", "anthropic/claude-test", { promptCaching: false });
    expect(JSON.stringify(off)).not.toContain("ephemeral");
  });

  it("leave a request alone that its caller has marked", async () => {
    const body = await sent(createOpenAiCompatibleModel, "claude-test", { ...asked, cache_control: EPHEMERAL });
    expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(1);
    const server = await startAnswering(anthropicAnswer(STEPS - 1));
    const model = createAiSdkModel(createAnthropic({ baseURL: server.baseUrl, apiKey: "key" })("claude-test"));
    const own = { providerOptions: { anthropic: { cacheControl: EPHEMERAL } } };
    await model.completionStream({ ...asked, ...own }).final;
    expect(JSON.stringify(server.received[0]?.body).match(/cache_control/g)).toHaveLength(1);
  });

  it.each(["auto", 1, null])("are not decided by %j", (promptCaching) => {
    const options = { baseUrl: "http://127.0.0.1:1", model: "m", promptCaching };
    for (const make of [createOpenAiCompatibleModel, createLiteLlmModel, createResponsesModel])
      expect(() => Reflect.apply(make, undefined, [options])).toThrow(/promptCaching/);
    const model = createAnthropic({ apiKey: "key" })("claude-test");
    expect(() => Reflect.apply(createAiSdkModel, undefined, [model, { promptCaching }])).toThrow(/promptCaching/);
  });
});
