import type { ServerResponse } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { ActivityStream, defineTool, type Json, runToolLoop } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createAiSdkModel } from "../src/index.ts";
import { type AnsweringServer, startAnswering } from "./support/scripted-server.ts";

const add = defineTool({
  name: "add",
  description: "Adds.",
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => ({ sum: a + b }),
});

let server: AnsweringServer | undefined;

function sse(...events: readonly Json[]): (response: ServerResponse) => void {
  return (response) => {
    response.setHeader("content-type", "text/event-stream");
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  };
}

function refusal(status: number, body: Json, headers: Record<string, string> = {}): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

const delta = (index: number, change: Json): Json => ({ type: "content_block_delta", index, delta: change });

const anthropicStart: Json = {
  type: "message_start",
  message: {
    id: "m",
    type: "message",
    role: "assistant",
    model: "claude-test-2",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 11, output_tokens: 1 },
  },
};

const anthropicCall = sse(
  anthropicStart,
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  delta(0, { type: "thinking_delta", thinking: "I add." }),
  delta(0, { type: "signature_delta", signature: "signed-by-claude" }),
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "toolu_1", name: "add", input: {} } },
  delta(1, { type: "input_json_delta", partial_json: '{"a":1,' }),
  delta(1, { type: "input_json_delta", partial_json: '"b":2}' }),
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
);

const anthropicText = sse(
  anthropicStart,
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  delta(0, { type: "text_delta", text: "It is 3." }),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 4 } },
  { type: "message_stop" },
);

describe("@ai-sdk/anthropic over HTTP", () => {
  it("runs a call and sends the signed thinking back with the result", async () => {
    server = await startAnswering(anthropicCall, anthropicText);
    const provider = createAnthropic({ baseURL: server.baseUrl, apiKey: "key" });
    const model = createAiSdkModel(provider("claude-test"));
    const result = await runToolLoop({ model, tools: [add] }, [{ role: "user", content: "1 + 2?" }]);
    expect(model.name).toBe("anthropic:claude-test");
    expect(result).toMatchObject({
      content: "It is 3.",
      stopReason: "stop",
      usage: { inputTokens: 22, outputTokens: 13 },
    });
    expect(server.received[0]?.body).toMatchObject({ tools: [{ name: "add", input_schema: { type: "object" } }] });
    expect(server.received[1]?.body.messages).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "I add.", signature: "signed-by-claude" },
          { type: "tool_use", id: "toolu_1", name: "add", input: { a: 1, b: 2 } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: '{"sum":3}' }] },
    ]);
  });

  it("is told how much to think, in the provider's own words, and says what it leaves out", async () => {
    server = await startAnswering(anthropicText);
    const provider = createAnthropic({ baseURL: server.baseUrl, apiKey: "key" });
    const warnings: string[] = [];
    const activity = new ActivityStream();
    activity.subscribe("warning", ({ data }) => warnings.push(`${data.code}: ${data.message}`));
    const llmOptions = { reasoning_effort: "high", seed: 4 };
    const model = createAiSdkModel(provider("claude-sonnet-4-5"));
    await runToolLoop({ model, llmOptions, activity }, [{ role: "user", content: "x" }]);
    expect(server.received[0]?.body).toMatchObject({
      thinking: { type: "enabled", budget_tokens: expect.any(Number) },
    });
    expect(warnings).toContain("model_option: seed is unsupported.");
  });

  it("asks again when told to, and says what a refusal says", async () => {
    const overloaded = refusal(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } });
    server = await startAnswering(overloaded, anthropicText);
    const provider = createAnthropic({ baseURL: server.baseUrl, apiKey: "key" });
    const port = createAiSdkModel(provider("claude-test"), { firstRetryMs: 1 });
    const messages = [{ role: "user", content: "x" }] as const;
    expect((await port.completionStream({ messages }).final).finishReason).toBe("stop");
    expect(server.received).toHaveLength(2);
    await server.close();
    server = await startAnswering(
      refusal(401, { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } }),
    );
    const refused = createAiSdkModel(createAnthropic({ baseURL: server.baseUrl, apiKey: "key" })("claude-test"));
    expect((await refused.completionStream({ messages }).final).error).toMatchObject({
      code: "http",
      status: 401,
      message: "invalid x-api-key",
    });
    expect(server.received).toHaveLength(1);
  });
});

const googleCall = sse({
  candidates: [
    {
      content: {
        role: "model",
        parts: [{ functionCall: { name: "add", args: { a: 1, b: 2 } }, thoughtSignature: "signed-by-gemini" }],
      },
      finishReason: "STOP",
    },
  ],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
});

const googleText = sse({
  candidates: [{ content: { role: "model", parts: [{ text: "It is 3." }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 6, candidatesTokenCount: 3, totalTokenCount: 9 },
});

describe("@ai-sdk/google over HTTP", () => {
  it("runs a call and sends its signature back with the result", async () => {
    server = await startAnswering(googleCall, googleText);
    const provider = createGoogle({ baseURL: server.baseUrl, apiKey: "key" });
    const model = createAiSdkModel(provider("gemini-test"));
    const result = await runToolLoop({ model, tools: [add] }, [{ role: "user", content: "1 + 2?" }]);
    expect(model.name).toBe("google:gemini-test");
    expect(result).toMatchObject({
      content: "It is 3.",
      stopReason: "stop",
      usage: { inputTokens: 11, outputTokens: 5 },
    });
    expect(server.received[1]?.body.contents).toMatchObject([
      { role: "user" },
      {
        role: "model",
        parts: [{ functionCall: { name: "add", args: { a: 1, b: 2 } }, thoughtSignature: "signed-by-gemini" }],
      },
      { role: "user", parts: [{ functionResponse: { name: "add" } }] },
    ]);
  });

  it("is told how much to think, in the provider's own words", async () => {
    server = await startAnswering(googleText);
    const provider = createGoogle({ baseURL: server.baseUrl, apiKey: "key" });
    const model = createAiSdkModel(provider("gemini-2.5-flash"));
    await runToolLoop({ model, llmOptions: { reasoning_effort: "low" } }, [{ role: "user", content: "x" }]);
    expect(server.received[0]?.body.generationConfig).toMatchObject({
      thinkingConfig: { thinkingBudget: expect.any(Number) },
    });
  });
});
