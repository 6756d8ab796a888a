import { afterEach, describe, expect, it } from "vitest";
import { createLiteLlmModel, type LiteLlmOptions } from "../src/index.ts";
import { type AnsweringServer, hello, startAnswering, status } from "./support/scripted-server.ts";

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function ask(options: Partial<LiteLlmOptions> = {}, signal?: AbortSignal) {
  const baseUrl = server?.baseUrl ?? "http://127.0.0.1:9/v1";
  const model = createLiteLlmModel({ baseUrl, model: "gpt-x", firstRetryMs: 1, ...options });
  return model.completionStream({ messages: [], ...(signal === undefined ? {} : { signal }) });
}

describe("a retry", () => {
  it.each([408, 409, 429, 500, 502, 503, 529])("follows HTTP %i", async (code) => {
    server = await startAnswering(status(code), hello);
    expect(await ask().final).toMatchObject({ finishReason: "stop" });
    expect(server.received).toHaveLength(2);
  });

  it.each([301, 307])("does not go where HTTP %i leads", async (code) => {
    const elsewhere = await startAnswering(hello);
    server = await startAnswering(status(code, "", { location: `${elsewhere.baseUrl}/chat/completions` }));
    const { error } = await ask({ headers: { "x-api-key": "sk-0123456789" } }).final;
    await elsewhere.close();
    expect(elsewhere.received).toHaveLength(0);
    expect(error?.message).toContain("sends requests elsewhere");
    expect(error?.message).toContain(elsewhere.baseUrl);
  });

  it.each([400, 401, 403, 404, 413, 422])("does not follow HTTP %i", async (code) => {
    server = await startAnswering(status(code), hello);
    expect(await ask().final).toMatchObject({ finishReason: "error", error: { code: "http", status: code } });
    expect(server.received).toHaveLength(1);
  });

  it("says of a request without messages what it lacks, and nothing of one that the server refuses for itself", async () => {
    server = await startAnswering(status(400));
    const { error } = await ask().final;
    expect(error?.message).toMatch(/^The request has no messages: give what the user says\. /);
    const model = createLiteLlmModel({ baseUrl: server.baseUrl, model: "gpt-x" });
    const said = await model.completionStream({ messages: [{ role: "user", content: "Hello." }] }).final;
    expect(said.error?.message).not.toContain("no messages");
  });

  it("comes twice by default, and as often as asked", async () => {
    server = await startAnswering(status(500));
    await ask().final;
    expect(server.received).toHaveLength(3);
    await ask({ maxRetries: 0 }).final;
    expect(server.received).toHaveLength(4);
  });

  it("follows a connection that breaks before the first byte, not one that breaks later", async () => {
    server = await startAnswering((response) => response.destroy(), hello);
    expect(await ask().final).toMatchObject({ finishReason: "stop" });
    await server.close();
    server = await startAnswering((response) => response.write(": hi\n\n", () => response.destroy()), hello);
    expect(await ask().final).toMatchObject({ error: { code: "incomplete_stream" } });
    expect(server.received).toHaveLength(1);
  });

  it.each(["0", "0.02", "Sat, 01 Jan 2000 00:00:00 GMT"])("comes when Retry-After says: %s", async (header) => {
    server = await startAnswering(status(429, "", { "retry-after": header }), hello);
    expect(await ask({ firstRetryMs: 3_600_000 }).final).toMatchObject({ finishReason: "stop" });
  });

  it("is told of before it is waited for, with no secret in it", async () => {
    server = await startAnswering(status(503, "key sk-very-secret-key is busy", { "retry-after": "0.02" }), hello);
    const { stream, final } = ask({ apiKey: "sk-very-secret-key" });
    const told = [];
    for await (const delta of stream) if (delta.type === "retrying") told.push(delta);
    expect(await final).toMatchObject({ finishReason: "stop" });
    expect(told).toMatchObject([{ delayMs: 20, error: { code: "http", status: 503 } }]);
    expect(JSON.stringify(told)).not.toContain("very-secret");
  });

  it.each(["3600", "9999999999"])("does not wait longer than 60 s, and says what was asked: %s", async (wait) => {
    server = await startAnswering(status(429, "", { "retry-after": wait }));
    const { error } = await ask().final;
    expect(error).toMatchObject({ code: "http", status: 429 });
    expect(error?.message).toContain(`${wait} s`);
  });

  it("is not waited for after an abort", async () => {
    server = await startAnswering(status(503, "", { "retry-after": "30" }));
    const { final } = ask({}, AbortSignal.timeout(50));
    expect(await final).toMatchObject({ error: { code: "aborted" } });
  });
});

describe("an error", () => {
  it("about the key says so and never shows it", async () => {
    const apiKey = "sk-0123456789";
    server = await startAnswering(status(401, JSON.stringify({ error: { message: `wrong key ${apiKey}` } })));
    const { error } = await ask({ apiKey }).final;
    expect(error?.message).toBe(
      "The server refused the credentials (HTTP 401): check the API key. The server says: wrong key [secret]",
    );
  });

  it("shows no part of the key where a long body is cut", async () => {
    const apiKey = `sk-${"k".repeat(200)}`;
    server = await startAnswering(status(400, "x".repeat(400) + apiKey));
    const { error } = await ask({ apiKey }).final;
    expect(error?.message).not.toContain("kk");
  });

  it("about the model names it and the address", async () => {
    server = await startAnswering(status(404, '{"detail":"Not Found"}'));
    const { error } = await ask().final;
    expect(error?.message).toContain(`Nothing was found at ${server.baseUrl}/chat/completions (HTTP 404)`);
    expect(error?.message).toContain('"gpt-x"');
  });

  it("holds at most 500 characters, of a body of any size", async () => {
    server = await startAnswering(status(400, "x".repeat(1_000_000)));
    const { error } = await ask().final;
    expect(error?.message.length).toBeLessThanOrEqual(500);
  });

  it("shows no page of HTML", async () => {
    server = await startAnswering(status(502, "<html>gateway</html>"));
    expect((await ask().final).error?.message).toBe("The server failed (HTTP 502).");
  });

  it("about a server that does not run asks whether it runs", async () => {
    const gone = await startAnswering(hello);
    await gone.close();
    const { error } = await ask({ baseUrl: gone.baseUrl }).final;
    expect(error?.code).toBe("connection");
    expect(error?.message).toContain(
      `Nothing listens at ${gone.baseUrl}/chat/completions: is the server running there?`,
    );
  });

  it("about an address that is none comes at once, without its password", async () => {
    const { error } = await ask({ baseUrl: "not a url" }).final;
    expect(error).toMatchObject({ code: "connection" });
    const { error: other } = await ask({ baseUrl: "http://u:hunter2hunter2@127.0.0.1:9/v1" }).final;
    expect(JSON.stringify(other)).not.toContain("hunter2");
  });

  it("about a header that cannot be sent is a result too, without its value", async () => {
    const { error } = await ask({ apiKey: "sk-01234\n56789" }).final;
    expect(error?.code).toBe("connection");
    expect(error?.message).not.toContain("01234");
  });

  it("is the last event of the stream", async () => {
    server = await startAnswering(status(400, "no"));
    const { stream, final } = ask();
    const events = await collect(stream);
    expect(events).toEqual([{ type: "error", error: (await final).error }]);
  });
});

describe("a server that is slow", () => {
  it("is given up when its first byte is late", async () => {
    server = await startAnswering((response) => void response.writeHead(200).flushHeaders());
    expect(await ask({ firstByteTimeoutMs: 50 }).final).toMatchObject({ error: { code: "timeout" } });
    expect(server.received).toHaveLength(1);
  });

  it("is given up when it falls silent in mid-answer", async () => {
    const text = { choices: [{ delta: { content: "Hel" } }] };
    server = await startAnswering((response) => void response.write(`data: ${JSON.stringify(text)}\n\n`));
    const result = await ask({ betweenBytesTimeoutMs: 50 }).final;
    expect(result).toMatchObject({ error: { code: "timeout" }, message: { content: "Hel" } });
  });

  it("has answered when it had given a finish reason before it fell silent", async () => {
    const text = { choices: [{ delta: { content: "Hello" }, finish_reason: "stop" }] };
    server = await startAnswering((response) => void response.write(`data: ${JSON.stringify(text)}\n\n`));
    expect(await ask({ betweenBytesTimeoutMs: 50 }).final).toMatchObject({ finishReason: "stop" });
  });
});

describe("a request that Node refuses after its headers", () => {
  it("is left alone: an abort would end the process", async () => {
    const signals: AbortSignal[] = [];
    const refuse: typeof fetch = async (_, init) => {
      if (init?.signal) signals.push(init.signal);
      throw new TypeError("fetch failed", { cause: new Error("too many content-encodings in response: 6") });
    };
    expect(await ask({ fetch: refuse }).final).toMatchObject({ error: { code: "connection" } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
  });
});

describe("an abort", () => {
  it("before the request sends nothing", async () => {
    server = await startAnswering(hello);
    expect(await ask({}, AbortSignal.abort()).final).toMatchObject({ error: { code: "aborted" } });
    expect(server.received).toHaveLength(0);
  });

  it("in mid-answer settles at once and closes the connection", async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    server = await startAnswering((response) => {
      response.on("close", closed);
      response.write('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
    });
    const controller = new AbortController();
    const { stream, final } = ask({}, controller.signal);
    for await (const event of stream) if (event.type === "text_delta") controller.abort();
    expect(await final).toMatchObject({ error: { code: "aborted" }, message: { content: "Hel" } });
    await gone;
  });

  it("while an error's body is still coming settles too", async () => {
    server = await startAnswering((response) => void response.writeHead(400).write("oh"));
    expect(await ask({}, AbortSignal.timeout(50)).final).toMatchObject({ error: { code: "aborted" } });
  });

  it("settles although the given fetch does not listen", async () => {
    const { final } = ask({ fetch: () => new Promise(() => undefined) }, AbortSignal.timeout(20));
    expect(await final).toMatchObject({ error: { code: "aborted" } });
  });
});

describe("the stream", () => {
  it("may be left early without stopping the request", async () => {
    const piece = 'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n';
    server = await startAnswering((response) => {
      response.write(piece);
      setTimeout(() => response.end(`${piece}data: [DONE]\n\n`), 50);
    });
    const { stream, final } = ask();
    for await (const _ of stream) break;
    expect(await final).toMatchObject({ finishReason: "stop", message: { content: "HelHel" } });
  });

  it("gives everything to a reader who comes late, and tells a second one so", async () => {
    server = await startAnswering(hello);
    const { stream, final } = ask();
    await final;
    expect(await collect(stream)).toEqual([{ type: "text_delta", delta: "Hello" }]);
    await expect(collect(stream)).rejects.toThrow("can be read once");
  });

  it("and the result stay quiet whatever a given fetch throws", async () => {
    const throwing = () => {
      throw new Error("broken");
    };
    expect(await ask({ fetch: throwing, maxRetries: 0 }).final).toMatchObject({ error: { code: "connection" } });
  });

  it("ends with an error when one event is larger than 16 MiB", async () => {
    const half = "x".repeat(9 * 1024 * 1024);
    server = await startAnswering((response) => {
      response.write(`data: "${half}`);
      response.end(half);
    });
    expect(await ask().final).toMatchObject({ error: { code: "invalid_stream" } });
  });
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
