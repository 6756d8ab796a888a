import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import type { Json } from "@toolwright/core";
import { expect, it } from "vitest";
import { createAiSdkModel, model } from "../src/index.ts";
import { anthropicBlocks, callBlock, textBlock } from "./support/anthropic-stream.ts";
import { observe } from "./support/observe.ts";
import { startAnswering, status } from "./support/scripted-server.ts";

async function askAnthropic(answer: (response: ServerResponse) => void) {
  const { baseUrl } = await startAnswering(answer);
  const port = createAiSdkModel(createAnthropic({ baseURL: baseUrl, apiKey: "key" })("claude-test"), { maxRetries: 0 });
  return observe(port.completionStream({ messages: [{ role: "user", content: "x" }] }));
}

async function askGoogle(answer: (response: ServerResponse) => void) {
  const { baseUrl } = await startAnswering(answer);
  const port = createAiSdkModel(createGoogle({ baseURL: baseUrl, apiKey: "key" })("gemini-test"), { maxRetries: 0 });
  return observe(port.completionStream({ messages: [{ role: "user", content: "x" }] }));
}

/** What the answer would write, without its end. */
function written(answer: (response: ServerResponse) => void): string {
  const pieces: string[] = [];
  const response = { setHeader() {}, write: (text: string) => pieces.push(text), end() {} };
  answer(Object.assign(Object.create(null), response));
  return pieces.join("");
}

function google(...parts: readonly Json[]): string {
  return `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] })}\n\n`;
}

const hello = written(anthropicBlocks([textBlock("Hello")]));

function streamed(text: string, after: (response: ServerResponse) => void): (response: ServerResponse) => void {
  return (response) => {
    response.setHeader("content-type", "text/event-stream");
    response.write(text);
    after(response);
  };
}

it("that Node refuses after its headers is left alone: an abort would end the process", async () => {
  const signals: AbortSignal[] = [];
  const refuse: typeof fetch = async (_, init) => {
    if (init?.signal) signals.push(init.signal);
    throw new TypeError("fetch failed", { cause: new Error("too many content-encodings in response: 6") });
  };
  const anthropic = createAnthropic({ apiKey: "key", fetch: refuse });
  const port = createAiSdkModel(anthropic("claude-test"), { firstRetryMs: 1 });
  const { result } = await observe(port.completionStream({ messages: [{ role: "user", content: "x" }] }));
  expect(result.finishReason).toBe("error");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
});

it("takes an answer for whole at its end, and does not wait until the server closes the connection", async () => {
  const { result } = await askAnthropic(streamed(hello, () => undefined));
  expect([result.finishReason, result.message.content]).toEqual(["stop", "Hello"]);
});

it("takes nothing that comes behind the end of an answer", async () => {
  const { result, events } = await askAnthropic(streamed(hello + hello, (response) => response.end()));
  expect(result.message.content).toBe("Hello");
  expect(events.filter(({ type }) => type === "text_delta")).toHaveLength(1);
});

it.each([
  ["Anthropic", askAnthropic, hello.slice(0, hello.indexOf("data: ", hello.indexOf("Hello")))],
  ["Google", askGoogle, google({ text: "Hello" })],
])("does not call it a refusal of the server when the connection of an answer breaks: %s", async (_, ask, text) => {
  const { result, events } = await ask(streamed(text, (response) => setTimeout(() => response.destroy(), 20)));
  expect([result.finishReason, result.message.content]).toEqual(["error", "Hello"]);
  expect(result.error).toEqual({ code: "incomplete_stream", message: expect.stringContaining("broke off") });
  expect(events.filter(({ type }) => type === "error")).toHaveLength(1);
});

it.each([
  ["Anthropic, none", askAnthropic, written(anthropicBlocks([callBlock("c", "", {})], "tool_use"))],
  ["Anthropic, endless", askAnthropic, written(anthropicBlocks([callBlock("c", "n".repeat(2_000), {})], "tool_use"))],
  ["Google, none", askGoogle, google({ functionCall: { name: "", args: {} } })],
])("does not take a call whose name no tool can have, which no later request could hold: %s", async (_, ask, text) => {
  const { result } = await ask(streamed(text, (response) => response.end()));
  expect([result.finishReason, result.toolCalls]).toEqual(["error", undefined]);
  expect(result.error?.code).toBe("ambiguous_tool_calls");
});

it.each([
  ["before it begins", () => undefined, "No answer began within 0.05 s: firstByteTimeoutMs is the limit."],
  [
    "in its middle",
    streamed(hello.slice(0, hello.indexOf('data: {"type":"content_block_stop"')), () => undefined),
    "Nothing more of the answer came within 0.05 s: betweenPartsTimeoutMs is the limit.",
  ],
])("ends an answer that is silent %s, with its connection", async (_, answer, message) => {
  const closing: Promise<unknown>[] = [];
  const { baseUrl } = await startAnswering((response) => {
    closing.push(once(response, "close"));
    answer(response);
  });
  const provider = createAnthropic({ baseURL: baseUrl, apiKey: "key" })("claude-test");
  const port = createAiSdkModel(provider, { firstByteTimeoutMs: 50, betweenPartsTimeoutMs: 50 });
  const { final } = port.completionStream({ messages: [{ role: "user", content: "x" }] });
  expect((await final).error).toEqual({ code: "timeout", message });
  await Promise.all(closing);
});

it("of a model by its name hears how often to ask again, and through which fetch", async () => {
  const server = await startAnswering(status(529, "{}"));
  let asked = 0;
  const port = model("anthropic:claude-test", {
    baseUrl: server.baseUrl,
    apiKey: "key",
    maxRetries: 0,
    firstByteTimeoutMs: Number.POSITIVE_INFINITY,
    fetch: (...given) => {
      asked += 1;
      return fetch(...given);
    },
  });
  const { error } = await port.completionStream({ messages: [{ role: "user", content: "x" }] }).final;
  expect([error?.status, asked, server.received.length]).toEqual([529, 1, 1]);
});

it.each([
  ["a text", { type: "text", text: "" }, { type: "text_delta", text: "y".repeat(2 ** 20) }],
  [
    "arguments",
    { type: "tool_use", id: "c", name: "f", input: {} },
    { type: "input_json_delta", partial_json: "z".repeat(2 ** 20) },
  ],
  [
    "thoughts",
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking: "t".repeat(2 ** 20) },
  ],
  [
    "signatures",
    { type: "thinking", thinking: "", signature: "" },
    { type: "signature_delta", signature: "s".repeat(2 ** 20) },
  ],
])("cuts an answer of few parts that are large: %s", async (_, block, delta) => {
  const event = (value: Json) => `data: ${JSON.stringify(value)}\n\n`;
  const { result } = await askAnthropic((response) => {
    response.setHeader("content-type", "text/event-stream");
    response.write(hello.slice(0, hello.indexOf('data: {"type":"content_block_start"')));
    response.write(event({ type: "content_block_start", index: 0, content_block: block }));
    const more = (): void => {
      while (!response.destroyed && response.write(event({ type: "content_block_delta", index: 0, delta })));
      response.once("drain", more);
    };
    more();
  });
  expect([result.finishReason, result.toolCalls]).toEqual(["length", undefined]);
  expect(result.message.content?.length).toBeLessThan(2 ** 26);
});

const KEY = "sk-very-secret-0123456789";

it.each([
  [
    "Anthropic, refused",
    "anthropic:m",
    status(401, `{"type":"error","error":{"type":"authentication_error","message":"no ${KEY}"}}`),
  ],
  ["Google, refused", "google:m", status(400, `{"error":{"code":400,"message":"no ${KEY}","status":"INVALID"}}`)],
  [
    "Google, broken off",
    "google:m",
    streamed(`data: {"error":{"code":500,"message":"no ${KEY}"}}\n\n`, (one) => one.end()),
  ],
  [
    "Anthropic, asked again",
    "anthropic:m",
    status(529, `{"type":"error","error":{"type":"overloaded_error","message":"no ${KEY}"}}`),
  ],
])("says nothing of the key that a server repeats: %s", async (_, name, answer) => {
  const { baseUrl } = await startAnswering(answer);
  const [provider] = name.split(":");
  const options = { baseURL: baseUrl, apiKey: KEY };
  const own = provider === "google" ? createGoogle(options)("m") : createAnthropic(options)("m");
  for (const port of [
    createAiSdkModel(own, { maxRetries: 1, firstRetryMs: 1 }),
    model(name, { baseUrl, apiKey: KEY, maxRetries: 0 }),
  ]) {
    const { result, events } = await observe(port.completionStream({ messages: [{ role: "user", content: "x" }] }));
    expect(result.error?.message).toContain("no [secret]");
    expect(JSON.stringify([result, events])).not.toContain(KEY);
  }
});

it.each(["anthropic:m", "google:m"])("%s by its name sends no key and no conversation elsewhere", async (name) => {
  const other = await startAnswering(status(200));
  const { baseUrl } = await startAnswering(status(307, "", { location: `${other.baseUrl}/x` }));
  const port = model(name, { baseUrl, apiKey: KEY, maxRetries: 0 });
  const { error } = await port.completionStream({ messages: [{ role: "user", content: "x" }] }).final;
  expect([error?.code, error?.status, other.received.length]).toEqual(["http", 307, 0]);
});

it("a model by its name holds no line that never ends", async () => {
  const { baseUrl } = await startAnswering((response) => {
    response.setHeader("content-type", "text/event-stream");
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(2 ** 20)));
      response.once("drain", more);
    };
    response.write("data: ");
    more();
  });
  const port = model("anthropic:m", { baseUrl, apiKey: KEY, maxRetries: 0 });
  const { error } = await port.completionStream({ messages: [{ role: "user", content: "x" }] }).final;
  expect(error?.message).toContain("longer than 128 MiB");
});
