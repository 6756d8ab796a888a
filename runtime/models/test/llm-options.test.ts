import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { CompletionStreamParams } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createAiSdkModel, createOpenAiCompatibleModel, fromChatProvider, scripted } from "../src/index.ts";
import { type AnsweringServer, hello, startAnswering } from "./support/scripted-server.ts";

let server: AnsweringServer | undefined;

const tool = {
  type: "function",
  function: { name: "read", description: "Read.", parameters: { type: "object" } },
} as const;

function params(options: object): CompletionStreamParams {
  return { messages: [{ role: "user", content: "hi" }], ...options };
}

describe("options of a request to an OpenAI-compatible server", () => {
  async function sent(options: object) {
    server = await startAnswering(hello);
    const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m" });
    const { error } = await model.completionStream(params(options)).final;
    return { body: server.received[0]?.body, error };
  }

  it("reach it, whatever they are called", async () => {
    const options = {
      max_tokens: 7,
      top_p: 0.5,
      stop: ["END"],
      seed: 4,
      reasoning_effort: "low",
      logit_bias: { "50256": -100 },
      chat_template_kwargs: { enable_thinking: false },
      user: "u",
    };
    expect((await sent(options)).body).toMatchObject(options);
  });

  it("are sent under the server's names where programs spell them otherwise", async () => {
    const { body } = await sent({ topP: 0.5, stopSequences: ["END"], maxOutputTokens: 7, reasoningEffort: "low" });
    expect(body).toMatchObject({ top_p: 0.5, stop: ["END"], max_tokens: 7, reasoning_effort: "low" });
    expect(body).not.toHaveProperty("topP");
  });

  it("give way to the port's own names, and leave out what is undefined", async () => {
    const { body } = await sent({ max_tokens: 7, maxTokens: 5, seed: undefined });
    expect(body).toMatchObject({ max_tokens: 5 });
    expect(body).not.toHaveProperty("seed");
  });

  it.each([
    ["https://api.openai.com/v1", "gpt-4o", "max_completion_tokens"],
    ["https://mine.openai.azure.com/openai/v1", "our-deployment", "max_completion_tokens"],
    ["http://127.0.0.1:4000/v1", "gpt-5-mini", "max_completion_tokens"],
    ["https://openrouter.ai/api/v1", "openai/o4-mini", "max_completion_tokens"],
    ["http://127.0.0.1:4000/v1", "o1", "max_completion_tokens"],
    ["http://127.0.0.1:8080/v1", "gpt-oss-20b", "max_tokens"],
    ["https://api.openai.com.example/v1", "o1ga", "max_tokens"],
    ["/v1", "m", "max_tokens"],
  ])("name the limit of an answer as %s knows it for %s: %s", async (baseUrl, model, name) => {
    for (const given of [{ maxTokens: 5 }, { max_tokens: 5 }, { maxOutputTokens: 5 }]) {
      const bodies: unknown[] = [];
      const answer: typeof fetch = async (_url, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return new Response("no", { status: 400 });
      };
      await createOpenAiCompatibleModel({ baseUrl, model, fetch: answer }).completionStream(params(given)).final;
      const [body] = bodies;
      const limits = Object.entries(Object(body)).filter(([key]) => key.startsWith("max_"));
      expect(limits).toEqual([[name, 5]]);
    }
  });

  it("choose among tools only where there are some", async () => {
    expect((await sent({ tool_choice: "required", tools: [tool] })).body).toMatchObject({ tool_choice: "required" });
    await server?.close();
    expect((await sent({ tool_choice: "required" })).body).not.toHaveProperty("tool_choice");
  });

  it.each(["model", "stream", "stream_options"])("cannot change what the adapter writes: %s", async (key) => {
    const { body, error } = await sent({ [key]: "x" });
    expect(body).toBeUndefined();
    expect(error?.message).toContain(`llmOptions.${key} cannot be sent`);
  });

  it.each(["temperature", "maxTokens", "seed"])("that are no number one can write fail by name: %s", async (key) => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { body, error } = await sent({ [key]: value });
      expect(body).toBeUndefined();
      expect(error?.message).toBe(`llmOptions.${key} cannot be sent: its value is no JSON.`);
      await server?.close();
    }
  });

  it.each([() => 1, 1n, Number.NaN, Symbol("s")])("that are no JSON fail by name: %s", async (seed) => {
    const { body, error } = await sent({ seed });
    expect(body).toBeUndefined();
    expect(error).toMatchObject({ code: "internal", message: "llmOptions.seed cannot be sent: its value is no JSON." });
  });
});

describe("options of a request to a model of the AI SDK", () => {
  async function sent(options: object) {
    let given: LanguageModelV4CallOptions | undefined;
    const fail = async (call: LanguageModelV4CallOptions): Promise<never> => {
      given = call;
      throw new APICallError({ message: "no", url: "http://x", requestBodyValues: {}, isRetryable: false });
    };
    const model: LanguageModelV4 = {
      specificationVersion: "v4",
      provider: "mock",
      modelId: "m",
      supportedUrls: {},
      doGenerate: fail,
      doStream: fail,
    };
    const { error } = await createAiSdkModel(model).completionStream(params(options)).final;
    return { given, error };
  }

  it("reach it under its names, in either spelling", async () => {
    const providerOptions = { mock: { thinking: { budget: 3 } } };
    const wire = {
      max_tokens: 7,
      top_p: 0.5,
      top_k: 3,
      stop: "END",
      seed: 4,
      reasoning_effort: "low",
      providerOptions,
    };
    const own = { maxOutputTokens: 7, topP: 0.5, topK: 3, stopSequences: ["END"], seed: 4, reasoning: "low" };
    expect((await sent(wire)).given).toMatchObject({ ...own, providerOptions });
    expect((await sent(own)).given).toMatchObject(own);
    const format = { type: "json_schema", json_schema: { name: "n", schema: { type: "object" } } };
    expect((await sent({ response_format: format, headers: { "x-a": "b" } })).given).toMatchObject({
      responseFormat: { type: "json", name: "n", schema: { type: "object" } },
      headers: { "x-a": "b" },
    });
  });

  it("take a choice of OpenAI's form", async () => {
    const choice = { type: "function", function: { name: "read" } };
    expect((await sent({ tool_choice: choice, tools: [tool] })).given?.toolChoice).toEqual({
      type: "tool",
      toolName: "read",
    });
    expect((await sent({ tool_choice: "required", tools: [tool] })).given?.toolChoice).toEqual({ type: "required" });
    expect((await sent({ tool_choice: "required" })).given).not.toHaveProperty("toolChoice");
  });

  it.each([
    [{ logit_bias: {} }, /llmOptions\.logit_bias cannot be sent through the AI SDK.*providerOptions/],
    [{ top_p: "high" }, /llmOptions\.top_p has a value/],
    [{ reasoning_effort: "very" }, /llmOptions\.reasoning_effort has a value/],
    [{ stop: [1] }, /llmOptions\.stop has a value/],
    [{ response_format: "json" }, /llmOptions\.response_format has a value/],
    [{ providerOptions: { mock: 1 } }, /llmOptions\.providerOptions has a value/],
    [{ tool_choice: "perhaps", tools: [tool] }, /llmOptions\.tool_choice has a value/],
    [{ constructor: 1 }, /llmOptions\.constructor cannot be sent/],
  ])("fail by name, with nothing sent: %j", async (options, message) => {
    const { given, error } = await sent(options);
    expect(given).toBeUndefined();
    expect(error).toMatchObject({ code: "internal", message: expect.stringMatching(message) });
  });
});

describe("options of a request to other models", () => {
  it("reach a chat provider as they are, before those of the request", async () => {
    const seen: unknown[] = [];
    const chat = async (_messages: unknown, _tools: unknown, _model: string, options: unknown) => {
      seen.push(options);
      return { content: "x" };
    };
    await fromChatProvider({ chat }, { options: { seed: 1, user: "u" } }).completionStream(params({ seed: 2 })).final;
    expect(seen).toEqual([{ seed: 2, user: "u" }]);
  });

  it("are kept by a script, which has nobody to send them to", async () => {
    const model = scripted([{ text: "x" }]);
    await model.completionStream(params({ temperature: 0, top_p: 0.5 })).final;
    expect(model.requests[0]?.options).toEqual({ temperature: 0, top_p: 0.5 });
  });
});
