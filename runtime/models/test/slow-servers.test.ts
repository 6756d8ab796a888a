import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from "../src/index.ts";
import { timeLimits } from "../src/openai-compatible/http/time-limits.ts";
import { type AnsweringServer, hello, startAnswering, status } from "./support/scripted-server.ts";

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function ask(options: Partial<OpenAiCompatibleOptions>, signal?: AbortSignal) {
  const model = createOpenAiCompatibleModel({
    baseUrl: server?.baseUrl ?? "",
    model: "m",
    firstRetryMs: 1,
    maxRetries: 0,
    ...options,
  });
  return model.completionStream({ messages: [], ...(signal === undefined ? {} : { signal }) }).final;
}

/** Sends the headers of a stream at once, as llama.cpp does while it reads the prompt. */
function begun(response: ServerResponse): void {
  response.setHeader("content-type", "text/event-stream; charset=utf-8");
  response.flushHeaders();
}

const word = `data: ${JSON.stringify({ choices: [{ delta: { content: "Hello" }, finish_reason: "stop" }] })}\n\n`;

describe("a stream has begun with its headers", () => {
  it("and may then be silent for longer than the first byte may take", async () => {
    server = await startAnswering((response) => {
      begun(response);
      setTimeout(() => response.end(`${word}data: [DONE]\n\n`), 700);
    });
    const result = await ask({ firstByteTimeoutMs: 400, betweenBytesTimeoutMs: 5_000 });
    expect(result).toMatchObject({ finishReason: "stop", message: { content: "Hello" } });
  });

  it("and is kept alive by comments", async () => {
    server = await startAnswering((response) => {
      begun(response);
      const pings = setInterval(() => response.write(": ping\n\n"), 40);
      setTimeout(() => {
        clearInterval(pings);
        response.end(`${word}data: [DONE]\n\n`);
      }, 900);
    });
    expect(await ask({ firstByteTimeoutMs: 5_000, betweenBytesTimeoutMs: 500 })).toMatchObject({
      finishReason: "stop",
    });
  });

  it("so that an error says that they came, and which limit ran out", async () => {
    server = await startAnswering(begun);
    const { error } = await ask({ firstByteTimeoutMs: 60_000, betweenBytesTimeoutMs: 50 });
    expect(error?.code).toBe("timeout");
    expect(error?.message).toMatch(
      /^The headers came from .*nothing of the answer within 0\.05 s.*betweenBytesTimeoutMs/,
    );
  });

  it("so that an error says that they did not", async () => {
    server = await startAnswering(() => undefined);
    const { error } = await ask({ firstByteTimeoutMs: 50 });
    expect(error?.code).toBe("timeout");
    expect(error?.message).toMatch(/within 0\.05 s, not even its headers.*firstByteTimeoutMs/);
  });

  it("and an abort ends the wait at once", async () => {
    server = await startAnswering(begun);
    expect(await ask({}, AbortSignal.timeout(50))).toMatchObject({ error: { code: "aborted" } });
  });
});

describe("how long a server may take", () => {
  const remote = "https://api.example.com/v1";
  it.each(["http://localhost:8080/v1", "http://127.0.0.1:1/v1", "http://[::1]:1/v1", "http://llm.localhost/v1"])(
    "is five minutes to the first byte and the first content on this machine: %s",
    (target) => {
      const limits = { firstByteMs: 300_000, firstContentMs: 300_000, betweenBytesMs: 120_000 };
      expect(timeLimits({}, target)).toMatchObject(limits);
    },
  );

  it.each([remote, "http://127.0.0.1.example.com/v1", "http://10.0.0.1/v1", "nonsense"])(
    "is half a minute to the first byte elsewhere: %s",
    (target) => {
      const limits = { firstByteMs: 30_000, firstContentMs: 120_000, betweenBytesMs: 120_000 };
      expect(timeLimits({}, target)).toMatchObject(limits);
    },
  );

  it("is what a program says, by the former names too", () => {
    expect(timeLimits({ firstByteTimeoutMs: 600_000 }, remote)).toMatchObject({ firstContentMs: 600_000 });
    expect(timeLimits({ betweenBytesTimeoutMs: 7 }, remote)).toMatchObject({ firstContentMs: 7, betweenBytesMs: 7 });
    expect(timeLimits({ firstByteMs: 5, betweenBytesMs: 6 }, remote)).toMatchObject({
      firstByteMs: 5,
      betweenBytesMs: 6,
    });
  });
});

const loading = status(503, '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}');

describe("a server that loads its model", () => {
  it("is waited for, beyond the retries", async () => {
    server = await startAnswering(loading, loading, loading, loading, loading, hello);
    expect(await ask({})).toMatchObject({ finishReason: "stop" });
    expect(server.received).toHaveLength(6);
  });

  it("is asked with pauses, also where it wants none", async () => {
    server = await startAnswering(status(503, "Loading model", { "retry-after": "0" }));
    await ask({ loadingTimeoutMs: 200, firstRetryMs: 100 });
    expect(server.received.length).toBeLessThan(6);
  });

  it("is waited for within a bound, which the error names", async () => {
    server = await startAnswering(loading);
    const { error } = await ask({ loadingTimeoutMs: 60, maxRetries: 2 });
    expect(error).toMatchObject({ code: "http", status: 503 });
    expect(error?.message).toContain("still loading its model after 0.06 s");
  });

  it("is not waited for after an abort", async () => {
    server = await startAnswering(loading);
    expect(await ask({ firstRetryMs: 60_000 }, AbortSignal.timeout(50))).toMatchObject({ error: { code: "aborted" } });
  });

  it("is not every server that fails with 503", async () => {
    server = await startAnswering(status(503, '{"error":"overloaded"}'));
    expect((await ask({})).error?.message).toContain("overloaded");
    expect(server.received).toHaveLength(1);
  });
});

describe("the header of a provider behind a proxy", () => {
  it("says how long to wait where the proxy says nothing", async () => {
    server = await startAnswering(status(429, "", { "llm_provider-retry-after": "3600" }));
    expect((await ask({ maxRetries: 1 })).error?.message).toContain("3600 s");
    await server.close();
    const both = { "llm_provider-retry-after": "3600", "retry-after": "0" };
    server = await startAnswering(status(429, "", both), hello);
    expect(await ask({ maxRetries: 1 })).toMatchObject({ finishReason: "stop" });
  });
});

describe("an answer that never ends", () => {
  function endless(piece: string) {
    return (response: ServerResponse) => {
      begun(response);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once("drain", more);
      };
      more();
    };
  }
  const text = `data: ${JSON.stringify({ choices: [{ delta: { content: "and " } }] })}\n\n`;

  it("is cut at a number of tokens, as too long, with a warning", async () => {
    server = await startAnswering(endless(text));
    const result = await ask({ maxAnswerTokens: 1_000 });
    expect(result.finishReason).toBe("length");
    expect(result.message.content).toMatch(/^(and ){1000}/);
    expect(result.warnings).toEqual([{ code: "answer_cut", message: expect.stringContaining("1,000 tokens") }]);
  });

  it("is cut without anybody asking", async () => {
    server = await startAnswering(endless(text.repeat(100)));
    const { finishReason, message } = await ask({});
    expect(finishReason).toBe("length");
    expect(message.content.length).toBeLessThan(2_000_000);
  });

  it("is cut where its pieces are longer than tokens are", async () => {
    server = await startAnswering(
      endless(`data: ${JSON.stringify({ choices: [{ delta: { content: "y".repeat(2 ** 16) } }] })}\n\n`),
    );
    const { finishReason, message } = await ask({});
    expect(finishReason).toBe("length");
    expect(message.content.length).toBeLessThan(2 ** 24);
  });

  it("is cut at a number of bytes, with the calls that it had begun", async () => {
    const call = { choices: [{ delta: { tool_calls: [{ index: 0, function: { name: "f", arguments: '{"a":"' } }] } }] };
    server = await startAnswering(endless(`data: ${JSON.stringify(call)}\n\n: ${"x".repeat(1_000)}\n\n`));
    const result = await ask({ maxAnswerBytes: 100_000 });
    expect(result).toMatchObject({ finishReason: "length", droppedCalls: 1 });
    expect(result).not.toHaveProperty("toolCalls");
  });
});

describe("data that is not JSON in a text", () => {
  it.each([
    ["an event named error", "event: error\ndata: out of memory\n\ndata: [DONE]\n\n", "http"],
    ["all that came", "data: out of memory\n\n", "invalid_stream"],
    ["all that came but the end", "data: out of memory\n\ndata: [DONE]\n\n", "invalid_stream"],
    ["a body that looks like JSON", "{out of memory", "invalid_stream"],
  ])("is an error where it is %s", async (_what, body, code) => {
    server = await startAnswering((response) => {
      begun(response);
      response.end(body);
    });
    const { error } = await ask({});
    expect(error).toMatchObject({ code, message: expect.stringContaining("out of memory") });
  });

  it("is warned of, without the key", async () => {
    const apiKey = "sk-0123456789";
    server = await startAnswering((response) => {
      begun(response);
      response.end(`data: {"choices" ${apiKey}\n\n${word}data: [DONE]\n\n`);
    });
    const { finishReason, warnings } = await ask({ apiKey });
    expect(finishReason).toBe("stop");
    expect(warnings).toEqual([{ code: "frame_skipped", message: expect.stringContaining('{"choices" [secret]') }]);
  });
});
