import { afterEach, describe, expect, it } from "vitest";
import { createLiteLlmModel, createOpenAiCompatibleModel, type LiteLlmOptions } from "../src/index.ts";
import { type AnsweringServer, hello, startAnswering, status } from "./support/scripted-server.ts";

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function ask(options: Partial<LiteLlmOptions> = {}) {
  const model = createLiteLlmModel({ baseUrl: server?.baseUrl ?? "", model: "m", firstRetryMs: 1, ...options });
  return model.completionStream({ messages: [] }).final;
}

function withUser(user: string): string {
  return (server?.baseUrl ?? "").replace("://", `://${user}@`);
}

describe("options that a program may get wrong", () => {
  it("wait without end for a time without end", async () => {
    server = await startAnswering((response) => void setTimeout(() => hello(response), 50));
    const forever = Number.POSITIVE_INFINITY;
    expect(await ask({ firstByteTimeoutMs: forever, betweenBytesTimeoutMs: forever })).toMatchObject({
      finishReason: "stop",
    });
  });

  it.each([
    [{ baseURL: "http://x" }, /createOpenAiCompatibleModel: there is no option "baseURL"; did you mean baseUrl\?/],
    [{ firstByteTimeout: 5 }, /did you mean firstByteTimeoutMs\?/],
    [{ model: 7 }, /model must be a string/],
    [{ textCalls: "yes" }, /textCalls must be true or false/],
  ])("are refused at once, by name: %j", (wrong, message) => {
    const options = { baseUrl: "http://127.0.0.1:9/v1", model: "m", ...wrong };
    expect(() => Reflect.apply(createOpenAiCompatibleModel, undefined, [options])).toThrow(message);
    expect(() => Reflect.apply(createOpenAiCompatibleModel, undefined, [{ model: "m" }])).toThrow(/baseUrl is missing/);
  });

  it("give a result when a header has no value", async () => {
    server = await startAnswering(status(401));
    const headers: Record<string, string> = JSON.parse('{"x-team":null}');
    expect(await ask({ headers })).toMatchObject({ error: { code: "http", status: 401 } });
  });
});

describe("a name and a password in the base URL", () => {
  it("go out as a header", async () => {
    server = await startAnswering(hello);
    expect(await ask({ baseUrl: withUser("us%40r:p%C3%A4ss") })).toMatchObject({ finishReason: "stop" });
    const { authorization } = server.received[0]?.headers ?? {};
    expect(Buffer.from(authorization?.replace("Basic ", "") ?? "", "base64").toString()).toBe("us@r:päss");
  });

  it("give way to a key", async () => {
    server = await startAnswering(hello);
    await ask({ baseUrl: withUser("user:password"), apiKey: "key" });
    expect(server.received[0]?.headers.authorization).toBe("Bearer key");
  });

  it("are in no message, however the server writes them", async () => {
    server = await startAnswering(status(400, "no hunter2hunter2 / aHVudGVyOmh1bnRlcjJodW50ZXIy"));
    const { error } = await ask({ baseUrl: withUser("hunter:hunter2hunter2") });
    expect(error?.message).toContain("no [secret] / [secret]");
  });
});

describe("a wait that is too long", () => {
  it("is a sentence of its own", async () => {
    server = await startAnswering(status(429, '{"error":"slow down"}', { "retry-after": "90" }));
    expect((await ask()).error?.message).toContain("The server says: slow down. It asks to wait 90 s.");
  });
});
