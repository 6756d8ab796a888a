import { asyncResult, defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { echoTool, startTestServer } from "./support/test-server.ts";
import { decoded } from "./support/wire.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const outer = defineTool({
  name: "outer",
  description: "Echoes through another tool.",
  input: z.object({}),
  allowlist: "all",
  effects: "read",
  subTools: [echoTool],
  execute: async (_, ctx) => {
    await ctx.call("echo", { text: "inside" });
    return "outside";
  },
});

const picture = defineTool({
  name: "picture",
  description: "Draws.",
  input: z.object({}),
  allowlist: "all",
  effects: "read",
  execute: async () => [
    { type: "text", text: "A pixel:" } as const,
    { type: "image", mediaType: "image/png", data: PIXEL } as const,
  ],
});

async function both(tool: string) {
  const steps = [{ toolCalls: [{ id: "a", name: tool, arguments: {} }] }, { text: "Done." }];
  const { send } = await startTestServer({ steps, tools: [outer, picture, echoTool] });
  const response = await send("/api/chat", { body: { message: "go" } });
  const id = response.headers.get("x-toolwright-thread");
  const streamed = await decoded(response);
  const { messages } = await (await send(`/api/threads/${id}`)).json();
  return { streamed, stored: messages[1].parts };
}

describe("what is shown live is shown after a reload", () => {
  it("of calls inside calls", async () => {
    const { streamed, stored } = await both("outer");
    const calls = [
      { type: "tool-call", toolCallId: "a", toolName: "outer", result: "outside" },
      { type: "tool-call", toolCallId: "a/0", toolName: "echo", parentId: "a", result: { said: "inside" } },
    ];
    expect(streamed).toMatchObject({ parts: expect.arrayContaining(calls.map((one) => expect.objectContaining(one))) });
    expect(stored.slice(0, 2)).toMatchObject(calls);
  });

  it("of images in results", async () => {
    const { streamed, stored } = await both("picture");
    const result = [
      { type: "text", text: "A pixel:" },
      { type: "image", mediaType: "image/png", data: PIXEL },
    ];
    expect(streamed).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ toolCallId: "a", result })]),
    });
    expect(stored[0]).toMatchObject({ toolCallId: "a", result });
  });
});

describe("what comes back from the background", () => {
  it("stands with its call, also when the run was over before", async () => {
    let finish = (_: string) => {};
    const worked = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const slow = defineTool({
      name: "slow",
      description: "Works on.",
      input: z.object({}),
      allowlist: "all",
      effects: "read",
      execute: async (_, ctx) => {
        ctx.background(() => worked);
        return asyncResult("Begun.");
      },
    });
    const steps = [{ toolCalls: [{ id: "a", name: "slow", arguments: {} }] }, { text: "Done." }];
    const { send, store } = await startTestServer({ steps, tools: [slow] });
    const response = await send("/api/chat", { body: { message: "go" } });
    const id = response.headers.get("x-toolwright-thread") ?? "";
    await response.text();
    const call = async () => (await (await send(`/api/threads/${id}`)).json()).messages[1].parts[0];
    expect(await call()).toMatchObject({ result: "Begun.", async: true });
    await expect.poll(() => store.leases.holder({ channel: "web", chatId: id })).toBeUndefined();
    // An undo, say, holds the thread for a moment.
    const lease = store.leases.acquire({ channel: "web", chatId: id });
    finish("The end.");
    await new Promise((resolve) => setImmediate(resolve));
    lease?.release();
    await expect.poll(call).toMatchObject({ late: { result: "The end.", isError: false, time: expect.any(Number) } });
  });
});
