import type { CompletionStreamParams, LlmToolDefinition } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createLiteLlmModel, type LiteLlmOptions } from "../src/index.ts";
import { type AnsweringServer, events, hello, startAnswering } from "./support/scripted-server.ts";

let server: AnsweringServer;

const tool: LlmToolDefinition = {
  type: "function",
  function: { name: "read", description: "Read.", parameters: { type: "object" } },
};

async function received(params: CompletionStreamParams, options: Partial<LiteLlmOptions> = {}) {
  server = await startAnswering(hello);
  const model = createLiteLlmModel({ baseUrl: server.baseUrl, model: "m", ...options });
  await model.completionStream(params).final;
  return server.received[0];
}

describe("the request", () => {
  it("is a streaming chat completion with nothing that was not asked for", async () => {
    const request = await received({ messages: [{ role: "user", content: "hi" }], tools: [], toolChoice: "auto" });
    expect(request?.method).toBe("POST");
    expect(request?.url).toBe("/v1/chat/completions");
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.body).toEqual({
      model: "m",
      messages: [{ role: "user", content: "hi" }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("carries tools, choice, limits, key and headers when they are given", async () => {
    const params = { messages: [], tools: [tool], toolChoice: "required", temperature: 0, maxTokens: 5 } as const;
    const request = await received(params, { apiKey: "sk-secret", headers: { "X-Title": "t" } });
    expect(request?.headers).toMatchObject({ authorization: "Bearer sk-secret", "x-title": "t" });
    expect(request?.body).toMatchObject({ tools: [tool], tool_choice: "required", temperature: 0, max_tokens: 5 });
  });

  it("lets a given header win over the key, whatever its case", async () => {
    const request = await received({ messages: [] }, { apiKey: "sk-secret", headers: { Authorization: "Basic x" } });
    expect(request?.headers.authorization).toBe("Basic x");
  });

  it("takes a base URL with a slash at its end", async () => {
    server = await startAnswering(hello);
    const model = createLiteLlmModel({ baseUrl: `${server.baseUrl}/`, model: "m" });
    expect((await model.completionStream({ messages: [] }).final).finishReason).toBe("stop");
    expect(server.received[0]?.url).toBe("/v1/chat/completions");
  });

  it("sends images as data URLs and of a tool message only what the wire format knows", async () => {
    const call = { id: "a", type: "function", function: { name: "read", arguments: "{}" } } as const;
    const request = await received({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "image", mediaType: "image/png", data: "AA==" },
          ],
        },
        { role: "assistant", content: "", tool_calls: [call] },
        { role: "tool", tool_call_id: "a", content: "x", is_error: true, output_ref: "r", trimmed: true },
      ],
    });
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
    expect(request?.body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "see" }, image] },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: "x" },
    ]);
  });

  it("sends no half of a character", async () => {
    const request = await received({ messages: [{ role: "user", content: "a\ud83d" }] });
    expect(request?.body.messages).toEqual([{ role: "user", content: "a\uFFFD" }]);
  });

  it("sends a text that looks like the escape of one as it is", async () => {
    const messages = [{ role: "user", content: "C:\\ud83d and 😀" }] as const;
    expect((await received({ messages }))?.body.messages).toEqual(messages);
  });

  it("is made at once, though nobody reads the answer, from what the messages were then", async () => {
    server = await startAnswering(hello);
    const messages = [{ role: "user", content: "first" } as const];
    const { final } = createLiteLlmModel({ baseUrl: server.baseUrl, model: "m" }).completionStream({ messages });
    messages.length = 0;
    expect(await final).toMatchObject({ finishReason: "stop", message: { content: "Hello" } });
    expect(server.received[0]?.body.messages).toEqual([{ role: "user", content: "first" }]);
  });

  it("uses the connection of the answer before it", async () => {
    server = await startAnswering((response) => {
      response.write("data: [DONE]\n\n");
      setTimeout(() => response.end(), 10);
    });
    const model = createLiteLlmModel({ baseUrl: server.baseUrl, model: "m" });
    for (let count = 0; count < 3; count++) {
      await model.completionStream({ messages: [] }).final;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(new Set(server.received.map((request) => request.remotePort)).size).toBe(1);
  });
});

describe("the answer", () => {
  it("names the model and the tokens that the server reports", async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
    server = await startAnswering(events({ model: "m-2", choices: [] }, { choices: [], usage }));
    const result = await createLiteLlmModel({ baseUrl: server.baseUrl, model: "m" }).completionStream({ messages: [] })
      .final;
    expect(result).toMatchObject({ model: "m-2", usage: { inputTokens: 3, outputTokens: 5 } });
  });

  it("names the model that was asked when the server reports nothing", async () => {
    server = await startAnswering(hello);
    const result = await createLiteLlmModel({ baseUrl: server.baseUrl, model: "m" }).completionStream({ messages: [] })
      .final;
    expect(result.model).toBe("m");
    expect(result).not.toHaveProperty("usage");
  });
});
