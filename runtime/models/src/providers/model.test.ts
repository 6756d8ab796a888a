import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { loadModel, model, packageOf, usualModel } from "./model.ts";
import { SDK_PROVIDERS } from "./sdk-providers.ts";

const hello = { messages: [{ role: "user", content: "x" }] } as const;

/** A server that refuses every request, and what it was asked. */
async function refusing() {
  const asked: { readonly url: string | undefined; readonly headers: Readonly<Record<string, unknown>> }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    request.resume();
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":{"message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

describe("a model by its name", () => {
  it.each([
    ["openai:m", "OPENAI_API_KEY", "authorization", "Bearer the-key", "/v1/chat/completions"],
    ["ollama:m", "NONE", "authorization", undefined, "/v1/chat/completions"],
    ["litellm:m", "LITELLM_API_KEY", "authorization", "Bearer the-key", "/v1/chat/completions"],
    ["anthropic:m", "ANTHROPIC_API_KEY", "x-api-key", "the-key", "/v1/messages"],
    ["google:m", "GEMINI_API_KEY", "x-goog-api-key", "the-key", "/v1/models/m:streamGenerateContent?alt=sse"],
  ])("speaks to %s with the key of the environment", async (spec, variable, header, key, path) => {
    const { asked, baseUrl } = await refusing();
    const environment = { [variable]: "the-key" };
    const port = model(spec, { baseUrl, environment, maxRetries: 0 });
    expect(port.name).toBe(spec);
    expect(asked).toEqual([]);
    const { final, stream } = port.completionStream(hello);
    for await (const _ of stream);
    expect((await final).error).toMatchObject({ code: "http", status: 400 });
    expect(asked.map(({ url, headers }) => [url, headers[header]])).toEqual([[path, key]]);
  });

  it("knows its address from the environment, and how much it can read from its name", async () => {
    const { asked, baseUrl } = await refusing();
    const port = model("openai:gpt-4o", {
      environment: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "k" },
      maxRetries: 0,
    });
    await port.completionStream(hello).final;
    expect(asked).toHaveLength(1);
    expect(port.contextWindow).toBe(128_000);
    expect(model("anthropic:claude-sonnet-4-5", { apiKey: "k" }).contextWindow).toBe(200_000);
    expect(model("anthropic:claude-sonnet-4-5", { apiKey: "k", contextWindow: 1_000 }).contextWindow).toBe(1_000);
  });

  it("asks for responses where it is told to", async () => {
    const { asked, baseUrl } = await refusing();
    const options = { baseUrl, environment: {}, responses: true, maxRetries: 0 };
    await model("openai:m", options).completionStream(hello).final;
    expect(asked.map(({ url }) => url)).toEqual(["/v1/responses"]);
  });

  it("is asked by its own server how much it can read, when it is loaded and nothing else says it", async () => {
    const server = createServer((_request, response) => {
      response.end(JSON.stringify({ data: [{ id: "m", max_model_len: 4_096 }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    expect((await loadModel("ollama:m", { baseUrl })).contextWindow).toBe(4_096);
    expect((await loadModel("ollama:m", { baseUrl, contextWindow: 512 })).contextWindow).toBe(512);
  });

  it("tells how far llama.cpp has read also with its first request, where the list of its models says that it is one", async () => {
    const bodies: unknown[] = [];
    const server = createServer((request, response) => {
      response.setHeader("server", "llama.cpp");
      if (request.method === "GET")
        return response.end(JSON.stringify({ data: [{ id: "m", meta: { n_ctx: 4_096 } }] }));
      let text = "";
      request.on("data", (chunk) => (text += chunk));
      request.on("end", () => {
        bodies.push(JSON.parse(text));
        response.writeHead(400).end("no");
      });
      return response;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const port = await loadModel("litellm:m", { baseUrl, maxRetries: 0, environment: {} });
    await port.completionStream(hello).final;
    expect(bodies).toMatchObject([{ return_progress: true }]);
  });

  it.each([
    ["gpt-5", 'There is no model "gpt-5". Name one of litellm:, openai:, gemini:'],
    ["__proto__:x", 'There is no model "__proto__:x".'],
    ["openai:", '"openai:" lacks a model\'s name after the colon.'],
    ["openai:m", "openai needs a key: set OPENAI_API_KEY in the environment."],
    ["google:m", "google needs a key: set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY or GOOGLE_API_KEY"],
    ["litellm:m", "litellm needs the server's address: set LITELLM_BASE_URL or give baseUrl"],
  ])("is refused where something is missing: %s", async (spec, words) => {
    expect(() => model(spec, { environment: {} })).toThrow(words);
    await expect(loadModel(spec, { environment: {} })).rejects.toThrow(words);
  });

  it("refuses an address that is none, and an option that does not exist", () => {
    expect(() => model("ollama:m", { baseUrl: "nowhere" })).toThrow('"nowhere" is not an address of a server');
    expect(() => model("ollama:m", JSON.parse('{"baseURL":"http://127.0.0.1"}'))).toThrow(/baseURL.*baseUrl/);
    expect(() => model("ollama:m", JSON.parse('{"contextWindow":"much"}'))).toThrow("contextWindow");
  });

  it("says what to install where its package is not there: when it is loaded, or in its first answer", async () => {
    const provider = SDK_PROVIDERS.get("anthropic");
    if (provider === undefined) throw new Error("no provider");
    const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    const load = vi.spyOn(provider, "load").mockRejectedValue(missing);
    onTestFinished(() => load.mockRestore());
    const words = "anthropic:m needs a package that is not installed: npm install @ai-sdk/anthropic";
    await expect(loadModel("anthropic:m", { apiKey: "k" })).rejects.toThrow(words);
    const { final, stream } = model("anthropic:m", { apiKey: "k" }).completionStream(hello);
    for await (const _ of stream);
    expect(await final).toMatchObject({ finishReason: "error", error: { code: "internal", message: words } });
  });
});

it("the usual model is that of a key in the environment, OpenAI's first", () => {
  expect(usualModel({})).toBeUndefined();
  expect(usualModel({ OPENAI_API_KEY: "" })).toBeUndefined();
  expect(usualModel({ GROQ_API_KEY: "k", ANTHROPIC_API_KEY: "k" })).toBe("anthropic:claude-sonnet-4-5");
  expect(usualModel({ OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" })).toBe("openai:gpt-5-mini");
  expect([packageOf("anthropic"), packageOf("openai")]).toEqual(["@ai-sdk/anthropic", undefined]);
});
