import type { AssistantMessage, Json } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createLiteLlmModel } from "../src/index.ts";
import { calls, chunk, end, entry } from "./fixtures/fixture.ts";
import { type AnsweringServer, events, hello, startAnswering } from "./support/scripted-server.ts";

let server: AnsweringServer;

const called = entry({ index: 0, id: "a", name: "f", args: "{}" });

/** Lets a model answer with the chunks, sends its message back and returns it as the server received it. */
async function sentBack(
  chunks: readonly Json[],
  change: (message: AssistantMessage) => AssistantMessage = (m) => m,
  next = "m",
) {
  server = await startAnswering(events(...chunks), hello);
  const first = await createLiteLlmModel({ baseUrl: server.baseUrl, model: "m" }).completionStream({ messages: [] })
    .final;
  const messages = [change(JSON.parse(JSON.stringify(first.message)))];
  await createLiteLlmModel({ baseUrl: server.baseUrl, model: next }).completionStream({ messages }).final;
  const received = server.received[1]?.body.messages;
  return Array.isArray(received) ? received[0] : undefined;
}

describe("what a provider wants back", () => {
  it("is the reasoning of a message with calls, byte for byte", async () => {
    const chunks = [
      chunk({ reasoning_content: "Größe \n" }),
      chunk({ reasoning_content: "\ud83d" }),
      chunk({ reasoning_content: "\ude00 " }),
    ];
    expect(await sentBack([...chunks, calls(called), end()])).toEqual({
      role: "assistant",
      content: null,
      reasoning_content: "Größe \n😀 ",
      tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
    });
  });

  it("is an empty reasoning too", async () => {
    const message = await sentBack([chunk({ reasoning_content: "" }), calls(called), end()]);
    expect(message).toHaveProperty("reasoning_content", "");
  });

  it("is signed thinking, joined block by block", async () => {
    const message = await sentBack([
      chunk({ thinking_blocks: [{ type: "thinking", thinking: "One ", signature: "" }] }),
      chunk({ thinking_blocks: [{ type: "thinking", thinking: "two", signature: "" }] }),
      chunk({ thinking_blocks: [{ type: "thinking", thinking: "", signature: "c2ln+/=" }] }),
      chunk({ thinking_blocks: [{ type: "thinking", thinking: "apart", signature: "s1" }] }),
      chunk({ thinking_blocks: [{ type: "redacted_thinking", data: "b64" }] }),
      chunk({ thinking_blocks: [{ type: "thinking", thinking: "three", signature: "s2" }] }),
      calls(called),
      end(),
    ]);
    expect(message).toHaveProperty("thinking_blocks", [
      { type: "thinking", thinking: "One two", signature: "c2ln+/=" },
      { type: "thinking", thinking: "apart", signature: "s1" },
      { type: "redacted_thinking", data: "b64" },
      { type: "thinking", thinking: "three", signature: "s2" },
    ]);
  });

  it("is reasoning details, with encrypted ones apart", async () => {
    const message = await sentBack([
      chunk({ reasoning_details: [{ type: "reasoning.text", text: "a", index: 0, signature: null }] }),
      chunk({ reasoning_details: [{ type: "reasoning.text", text: "b", index: 0, signature: "s" }] }),
      chunk({ reasoning_details: [{ type: "reasoning.summary", summary: "c", index: 1 }] }),
      chunk({ reasoning_details: [{ type: "reasoning.summary", summary: "d", index: 2 }] }),
      chunk({ reasoning_details: [{ type: "reasoning.encrypted", data: "x", index: 1 }] }),
      chunk({ reasoning_details: [{ type: "reasoning.encrypted", data: "y", index: 2 }] }),
      calls(called),
      end(),
    ]);
    expect(message).toHaveProperty("reasoning_details", [
      { type: "reasoning.text", text: "ab", index: 0, signature: "s" },
      { type: "reasoning.summary", summary: "c", index: 1 },
      { type: "reasoning.summary", summary: "d", index: 2 },
      { type: "reasoning.encrypted", data: "x", index: 1 },
      { type: "reasoning.encrypted", data: "y", index: 2 },
    ]);
  });

  it("is the signature of a call, on that call, whatever id the call was given since", async () => {
    const signed = { ...entryOf("b", "g"), index: 1, extra_content: { google: { thought_signature: "c2ln" } } };
    const chunks = [calls(called), calls(signed), calls(signed), end()];
    const message = await sentBack(chunks, (sent) => ({
      ...sent,
      tool_calls: sent.tool_calls?.map((call) => ({ ...call, id: `new-${call.id}` })) ?? [],
    }));
    expect(message).toHaveProperty("tool_calls", [
      { id: "new-a", type: "function", function: { name: "f", arguments: "{}" } },
      { ...entryOf("new-b", "g"), extra_content: { google: { thought_signature: "c2ln" } } },
    ]);
  });

  it("is the signature inside the function of a call", async () => {
    const inside = { name: "f", arguments: "{}", provider_specific_fields: { thought_signature: "c2ln" } };
    const message = await sentBack([calls({ index: 0, id: "a", function: inside }), end()]);
    expect(message).toHaveProperty("tool_calls", [{ id: "a", type: "function", function: inside }]);
  });

  it("is not the reasoning of a message without calls, which some providers refuse", async () => {
    const message = await sentBack([chunk({ reasoning_content: "Hm." }), chunk({ content: "Hello" }), end("stop")]);
    expect(message).toEqual({ role: "assistant", content: "Hello" });
  });

  it("is signed thinking of a message without calls, and its reasoning is not even kept", async () => {
    const block = { type: "thinking", thinking: "Hm.", signature: "c2ln" };
    const chunks = [chunk({ thinking_blocks: [block], reasoning_content: "Hm." }), chunk({ content: "Hello" })];
    const message = await sentBack([...chunks, end("stop")], (sent) => {
      expect(JSON.stringify(sent)).not.toContain("reasoning_content");
      return sent;
    });
    expect(message).toEqual({ role: "assistant", content: "Hello", thinking_blocks: [block] });
  });

  it("is nothing of an answer that was cut", async () => {
    const block = { type: "thinking", thinking: "Hm.", signature: "" };
    const message = await sentBack([chunk({ thinking_blocks: [block] }), chunk({ content: "Hello" }), end("length")]);
    expect(message).toEqual({ role: "assistant", content: "Hello" });
  });

  it("is nothing for another model", async () => {
    const message = await sentBack([chunk({ reasoning_content: "Hm." }), calls(called), end()], undefined, "another");
    expect(message).not.toHaveProperty("reasoning_content");
  });

  it("is nothing where the state is somebody else's or broken", async () => {
    const strange = { model: "m", message: 3, calls: [{ name: "f", fields: [] }] };
    const message = await sentBack([calls(called), end()], (sent) => ({ ...sent, providerState: strange }));
    expect(message).toEqual({ role: "assistant", content: null, tool_calls: [entryOf("a", "f")] });
  });
});

function entryOf(id: string, name: string) {
  return { id, type: "function", function: { name, arguments: "{}" } };
}
