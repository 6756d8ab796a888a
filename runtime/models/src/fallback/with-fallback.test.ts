import {
  type CompletionStreamParams,
  defineTool,
  type LlmErrorCode,
  type ModelPort,
  runToolLoop,
} from "@toolwright/core";
import { withPrices } from "@toolwright/core/telemetry";
import { scripted } from "@toolwright/core/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createOpenAiCompatibleModel } from "../openai-compatible/create-openai-compatible-model.ts";
import { withFallback } from "./with-fallback.ts";

interface Failure {
  readonly code?: LlmErrorCode;
  readonly status?: number;
  readonly text?: string;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** A model that fails, and how often it was asked. */
function failing(name: string, { code = "http", status = 503, text = "", usage }: Failure = {}) {
  const requests: CompletionStreamParams[] = [];
  const error = { code, message: `${name} is busy`, ...(code === "http" && { status }) };
  const model: ModelPort = {
    name,
    completionStream(params) {
      requests.push(params);
      async function* stream() {
        if (text !== "") yield { type: "text_delta", delta: text } as const;
        yield { type: "error", error } as const;
      }
      const message = { role: "assistant", content: text } as const;
      const final = Promise.resolve({
        message,
        model: name,
        finishReason: "error" as const,
        error,
        ...(usage && { usage }),
      });
      return { stream: stream(), final };
    },
  };
  return { model, requests };
}

const hello = { messages: [{ role: "user", content: "x" }] } as const;

async function read(model: ModelPort, params: CompletionStreamParams = hello) {
  const { stream, final } = model.completionStream(params);
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  return { types, ...(await final) };
}

describe("models that stand in for one another", () => {
  it("the second answers where the first refuses, and says why", async () => {
    const usage = { inputTokens: 5, outputTokens: 0 };
    const { model } = failing("first", { usage });
    const second = scripted([{ text: "Hi.", usage: { inputTokens: 7, outputTokens: 2 } }], { name: "second" });
    const answer = await read(withFallback([model, second]));
    expect(new Set(answer.types)).toEqual(new Set(["text_delta"]));
    expect(answer).toMatchObject({
      finishReason: "stop",
      message: { content: "Hi." },
      usage: { inputTokens: 12, outputTokens: 2 },
      warnings: [
        { code: "model_fallback", message: "first did not answer, so another model was asked: first is busy" },
      ],
    });
  });

  it("settles where nobody reads the stream", async () => {
    const { final } = withFallback([failing("a").model, scripted([{ text: "Hi." }])]).completionStream(hello);
    expect((await final).message.content).toBe("Hi.");
  });

  it("the failure of the last one is the answer where all fail", async () => {
    const answer = await read(withFallback([failing("a").model, failing("b", { code: "timeout" }).model]));
    expect(answer.types).toEqual(["error"]);
    expect(answer).toMatchObject({ finishReason: "error", error: { code: "timeout", message: "b is busy" } });
  });

  it.each<[string, Failure]>([
    ["a request that is wrong", { status: 400 }],
    ["one that is too long", { status: 413 }],
    ["one that another adapter could not send either", { code: "invalid_options" }],
    ["an answer that had begun", { text: "Half" }],
  ])("asks no other model about %s", async (_, failure) => {
    const second = scripted([{ text: "Hi." }]);
    const answer = await read(withFallback([failing("a", failure).model, second]));
    expect(answer.finishReason).toBe("error");
    expect(second.requests).toEqual([]);
  });

  it("asks no other model once the run was stopped", async () => {
    const second = scripted([{ text: "Hi." }]);
    const signal = AbortSignal.abort();
    await read(withFallback([failing("a").model, second]), { ...hello, signal });
    expect(second.requests).toEqual([]);
  });

  it("leaves a model alone for a minute that did not answer, and asks it where no other is left", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const first = failing("a");
    const second = scripted(Array.from({ length: 4 }, () => ({ text: "Hi." })));
    const both = withFallback([first.model, second]);
    await read(both);
    await read(both);
    expect(first.requests).toHaveLength(1);
    vi.advanceTimersByTime(61_000);
    await read(both);
    expect(first.requests).toHaveLength(2);
    const alone = failing("c");
    const one = withFallback([alone.model]);
    await read(one);
    await read(one);
    expect(alone.requests).toHaveLength(2);
  });

  it("says of itself what is true of all", () => {
    const one = { ...scripted([]), name: "one", contextWindow: 100, structuredOutput: "always" as const };
    const other = { ...scripted([]), name: "other", contextWindow: 50 };
    const both = withFallback([one, other]);
    expect([both.name, both.contextWindow, both.structuredOutput, both.price]).toEqual([
      "one",
      50,
      undefined,
      undefined,
    ]);
    const priced = [
      withPrices(one, { one: { input: 1, output: 8 } }),
      withPrices(other, { other: { input: 2, output: 3 } }),
    ];
    expect(withFallback(priced).price).toEqual({ input: 2, cachedInput: 2, cacheWrite: 2, output: 8 });
    expect(() => withFallback([])).toThrow("withFallback takes an array of at least one model");
    expect(() => withFallback(JSON.parse('[{"name":"x"}]'))).toThrow("withFallback takes");
  });

  it("holds in a run over HTTP: nobody listens at the first address", async () => {
    const gone = createOpenAiCompatibleModel({ baseUrl: "http://127.0.0.1:1/v1", model: "m", maxRetries: 0 });
    const steps = [{ toolCalls: [{ name: "look", arguments: {} }] }, { text: "Seen." }];
    const look = defineTool({ name: "look", description: "", input: { type: "object" }, execute: () => "seen" });
    const result = await runToolLoop({ model: withFallback([gone, scripted(steps)]), tools: [look] }, hello.messages);
    expect(result).toMatchObject({ stopReason: "stop", content: "Seen.", iterations: 2 });
  });
});
