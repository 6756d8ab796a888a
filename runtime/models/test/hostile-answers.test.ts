import type { ServerResponse } from "node:http";
import type { CompletionStreamParams } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createLiteLlmModel } from "../src/index.ts";
import { calls, chunk, end, entry } from "./fixtures/fixture.ts";
import { type AnsweringServer, events, startAnswering } from "./support/scripted-server.ts";

let server: AnsweringServer | undefined;

async function ask(answer: (response: ServerResponse) => void) {
  server = await startAnswering(answer);
  const params: CompletionStreamParams = { messages: [] };
  return createLiteLlmModel({ baseUrl: server.baseUrl, model: "m", maxRetries: 0 }).completionStream(params).final;
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
}

describe("an answer that nests without end", () => {
  it.each([
    [
      "arguments",
      `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":${nested(20_000)}}}]}}]}`,
    ],
    ["state of the provider", `{"choices":[{"delta":{"provider_specific_fields":${nested(20_000)}}}]}`],
    ["an error", `{"error":${nested(20_000)}}`],
  ])("is invalid and its request ended: %s", async (_what, data) => {
    let ended: Promise<unknown> = Promise.reject(new Error("no request came"));
    ended.catch(() => undefined);
    const final = await ask((response) => {
      ended = new Promise((resolve) => response.on("close", resolve));
      response.write(`data: ${data}\n\n`);
    });
    expect(final).toMatchObject({ finishReason: "error", error: { code: "invalid_stream" } });
    expect(final.error?.message).toContain("levels");
    await ended;
  });

  it("is read as far as a tool can take it", async () => {
    const value = JSON.parse(nested(150));
    const final = await ask(events(calls(entry({ index: 0, id: "a", name: "f", args: value })), end()));
    expect(final.toolCalls?.[0]?.function.arguments).toBe(nested(150));
  });
});

describe("names and ids", () => {
  it("hold no half of a character", async () => {
    const final = await ask(events(calls(entry({ index: 0, id: "a\ud800", name: "f\ud83d", args: "{}" })), end()));
    expect(final.toolCalls).toEqual([
      { id: "a\ufffd", type: "function", function: { name: "f\ufffd", arguments: "{}" } },
    ]);
  });
});

describe("the state of a provider", () => {
  it("costs no more than its pieces, also when each brings another key", async () => {
    const pieces = Array.from({ length: 20_000 }, (_, n) => chunk({ provider_specific_fields: { [`key${n}`]: "x" } }));
    const final = await ask(events(...pieces, calls(entry({ index: 0, id: "a", name: "f", args: "{}" })), end()));
    expect(JSON.stringify(final.message.providerState)).toContain('"key19999":"x"');
  });

  it("keeps a key of the name of a prototype to itself", async () => {
    const state = JSON.parse('{"__proto__":{"polluted":true}}');
    const call = entry({ index: 0, id: "a", name: "f", args: "{}" });
    const pieces = [chunk({ provider_specific_fields: { a: 1 } }), chunk({ provider_specific_fields: state })];
    const final = await ask(events(...pieces, calls(call), end()));
    expect(JSON.stringify(final.message.providerState)).toContain('{"a":1,"__proto__":{"polluted":true}}');
  });
});

describe("a choice", () => {
  it("may be numbered by a text", async () => {
    const final = await ask(events({ choices: [{ index: "0", delta: { content: "Hello" }, finish_reason: "stop" }] }));
    expect(final.message.content).toBe("Hello");
  });
});
