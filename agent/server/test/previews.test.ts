import { setTimeout as pause } from "node:timers/promises";
import type { ModelPort } from "@toolwright/core";
import { PREVIEWS } from "@toolwright/server";
import { AssistantMessageAccumulator, DataStreamDecoder } from "assistant-stream";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";

/** Calls `echo` with these arguments, in these pieces, then says something. */
function asking(pieces: readonly string[]): ModelPort {
  let requests = 0;
  return {
    name: "asking",
    completionStream() {
      requests += 1;
      const message = { role: "assistant", content: requests === 1 ? "" : "Well." } as const;
      const call = { id: "a", type: "function", function: { name: "echo", arguments: pieces.join("") } } as const;
      if (requests > 1) {
        return {
          stream: (async function* () {})(),
          final: Promise.resolve({ message, model: "m", finishReason: "stop" }),
        };
      }
      const stream = (async function* () {
        yield { type: "tool_call_delta", delta: { index: 0, id: "a", function: { name: "echo" } } } as const;
        for (const piece of pieces) {
          yield { type: "tool_call_delta", delta: { index: 0, function: { arguments: piece } } } as const;
        }
        // What is taken back in the turn in which it came was never shown.
        await pause(20);
      })();
      return { stream, final: Promise.resolve({ message, model: "m", finishReason: "tool_calls", toolCalls: [call] }) };
    },
  };
}

async function answer(pieces: readonly string[], headers: Readonly<Record<string, string>> = {}) {
  const { send } = await startTestServer({ model: asking(pieces) });
  const text = await (await send("/api/chat", { headers, body: { message: "Go." } })).text();
  const chunks = new Response(text).body?.pipeThrough(new DataStreamDecoder());
  const parts: unknown[] = [];
  const reader = chunks?.pipeThrough(new AssistantMessageAccumulator()).getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    parts.splice(0, parts.length, ...next.value.parts);
  }
  return { text, call: parts.find((part) => JSON.stringify(part).includes('"tool-call"')) };
}

describe("arguments that are no JSON, for a client that only knows the format", () => {
  it.each([
    [['{"city": RAWTEXT']],
    [['{"city": "RAW', "TEXT"]],
    [['{"city": ', "RAW", 'TEXT"}']],
    [["RAWTEXT"]],
    [['{"RAWTEXT": 1}', " and so on"]],
  ])("are in no frame: %j", async (pieces) => {
    const { text, call } = await answer(pieces);
    expect(text).not.toMatch(/RAW|TEXT/);
    expect(call).toMatchObject({ toolName: "echo", args: {}, isError: true });
    expect(Object.keys(Object(Object(call).args))).toEqual([]);
  });

  it("come whole where they are JSON, and the call is there before them", async () => {
    const { text, call } = await answer(['{"te', 'xt": "x', 'y"}']);
    expect(pieces(text)).toEqual(['{"text": "xy"}', ""]);
    expect(call).toMatchObject({ args: { text: "xy" }, argsText: '{"text": "xy"}' });
  });
});

describe("arguments for a client that asks for previews", () => {
  const headers = { [PREVIEWS]: "1" };

  it("stream as they are written", async () => {
    const { text, call } = await answer(['{"te', 'xt": "x', 'y"}'], headers);
    expect(pieces(text).length).toBeGreaterThan(2);
    expect(pieces(text).join("")).toBe('{"text": "xy"}');
    expect(call).toMatchObject({ args: { text: "xy" } });
  });

  it("are taken back where they turn out to be no JSON", async () => {
    const { text } = await answer(['{"city": "RAW', "TEXT"], headers);
    expect(pieces(text).join("")).toBe('{"city": "RAWTEXT');
    expect(text).toContain('"name":"tool-arguments","data":{"toolCallId":"a","arguments":{}}');
  });
});

function pieces(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("c:"))
    .map((line) => Object(JSON.parse(line.slice(2))).argsTextDelta);
}
