import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { defineTool, runToolLoop } from "@toolwright/core";
import { createOpenAiCompatibleModel, createResponsesModel, type ScriptStep } from "@toolwright/models";
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { startTestServer, TOKEN } from "./support/test-server.ts";

const echo = { toolCalls: [{ id: "e1", name: "echo", arguments: { text: "one" } }] };
const asks: ScriptStep = {
  reasoning: "Hm.",
  text: "Looking.",
  toolCalls: [{ id: "w1", name: "weather", arguments: { city: "Bergen" } }],
};
const rain: ScriptStep = { text: "It rains.", usage: { inputTokens: 3, outputTokens: 4 } };

const cities: string[] = [];
const weather = tool({
  description: "Tells the weather.",
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => {
    cities.push(city);
    return `rain in ${city}`;
  },
});

/** The same server as a model of each of the packages. */
async function models(steps: readonly ScriptStep[]) {
  const server = await startTestServer({ steps });
  const settings = { baseURL: `${server.url}/v1`, apiKey: TOKEN };
  const openai = createOpenAI(settings);
  const compatible = createOpenAICompatible({ ...settings, name: "toolwright", supportsStructuredOutputs: true });
  return { responses: openai("script:test"), chat: openai.chat("script:test"), compatible: compatible("script:test") };
}

describe.each(["responses", "chat", "compatible"] as const)("the AI SDK, %s", (kind) => {
  const model = async (steps: readonly ScriptStep[]) => (await models(steps))[kind];

  it("gets a text, the tools of the server included", async () => {
    const { text, usage, finishReason } = await generateText({ model: await model([echo, rain]), prompt: "hi" });
    expect([text, usage.outputTokens, finishReason]).toEqual(["It rains.", 4, "stop"]);
  });

  it("gets it streamed", async () => {
    const { textStream, finishReason } = streamText({ model: await model([echo, rain]), prompt: "hi" });
    let text = "";
    for await (const delta of textStream) text += delta;
    expect([text, await finishReason]).toEqual(["It rains.", "stop"]);
  });

  it("runs tools of its own, and goes on with what they say", async () => {
    cities.length = 0;
    const options = { tools: { weather }, stopWhen: stepCountIs(3), prompt: "hi" };
    const { text, steps } = await generateText({ ...options, model: await model([asks, echo, rain]) });
    expect([text, steps.length, cities]).toEqual(["It rains.", 2, ["Bergen"]]);
    const streamed = streamText({ ...options, model: await model([asks, rain]) });
    expect([await streamed.text, cities]).toEqual(["It rains.", ["Bergen", "Bergen"]]);
  });

  it("gets an answer in a form", async () => {
    const output = Output.object({ schema: z.object({ n: z.number() }) });
    const fenced = { text: '```json\n{"n": 3}\n```' };
    expect((await generateText({ model: await model([fenced]), prompt: "hi", output })).output).toEqual({ n: 3 });
    expect(await streamText({ model: await model([fenced]), prompt: "hi", output }).output).toEqual({ n: 3 });
  });
});

describe("the AI SDK with responses", () => {
  it("goes on from an earlier one by its id, and shows reasoning and the calls of the server", async () => {
    const { responses } = await models([{ reasoning: "Hm.", ...echo }, rain, { text: "Still." }]);
    const first = await generateText({ model: responses, prompt: "hi" });
    expect(first.reasoningText).toBe("Hm.");
    expect(first.toolCalls.map(({ toolName }) => toolName)).toEqual(["mcp.echo"]);
    const previousResponseId = z.string().parse(first.providerMetadata?.openai?.responseId);
    const second = await generateText({
      model: responses,
      prompt: "more",
      providerOptions: { openai: { previousResponseId } },
    });
    expect(second.text).toBe("Still.");
  });

  it("sends what was said before by its items", async () => {
    const { responses } = await models([echo, rain, { text: "Still." }]);
    const first = await generateText({ model: responses, prompt: "hi" });
    const messages = [
      { role: "user" as const, content: "hi" },
      ...first.response.messages,
      { role: "user" as const, content: "more" },
    ];
    expect((await generateText({ model: responses, messages })).text).toBe("Still.");
  });
});

describe("our own adapters, at our own server", () => {
  it.each([
    ["responses", createResponsesModel],
    ["completions", createOpenAiCompatibleModel],
  ] as const)("run the tools of both sides through %s", async (_, create) => {
    const server = await startTestServer({ steps: [echo, asks, echo, rain] });
    const model = create({ baseUrl: `${server.url}/v1`, apiKey: TOKEN, model: "script:test" });
    const ran: unknown[] = [];
    const own = defineTool({
      name: "weather",
      description: "Tells the weather.",
      input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      execute: ({ city }) => void ran.push(city),
    });
    const ask = [{ role: "user", content: "hi" }] as const;
    const { content, stopReason, messages } = await runToolLoop({ model, tools: [own] }, ask);
    expect([content, stopReason, ran]).toEqual(["It rains.", "stop", ["Bergen"]]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  });

  it("get an answer in a form", async () => {
    const server = await startTestServer({ steps: [{ text: '{"n":3}' }] });
    const model = createResponsesModel({ baseUrl: `${server.url}/v1`, apiKey: TOKEN, model: "script:test" });
    const output = jsonSchema({ type: "object", properties: { n: { type: "integer" } } }).jsonSchema;
    const result = await runToolLoop({ model, output: JSON.parse(JSON.stringify(await output)) }, [
      { role: "user", content: "hi" },
    ]);
    expect(result.output).toEqual({ n: 3 });
  });
});
