import { setTimeout as sleep } from "node:timers/promises";
import { defineTool, type ToolContext, ToolRegistry, ToolRunner } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcpTools } from "../src/index.ts";
import { createMcpServer, mcpCaller } from "../src/server.ts";
import { callRaw, closing, connect, raw, serve, silent } from "./support/serve.ts";

const count = defineTool({
  name: "count",
  description: "Counts letters.",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"], additionalProperties: false },
  output: {
    type: "object",
    properties: { letters: { type: "number" }, hidden: { type: "string" } },
    required: ["letters"],
  },
  allowlist: ["letters"],
  effects: "read",
  execute: ({ text = "" }: { text?: string }) => ({ letters: text.length, hidden: "not for you" }),
});
const slow = defineTool({
  name: "slow",
  description: "Says what it does.",
  input: { type: "object", properties: { characters: { type: "number" } } },
  effects: "read",
  streamsOutput: true,
  execute: ({ characters = 200_000 }: { characters?: number }, ctx: ToolContext) => {
    ctx.emitOutput("half\n");
    return "y".repeat(characters);
  },
});
const list = defineTool({
  name: "list",
  description: "A long list, of which the schema is known.",
  input: { type: "object" },
  output: { type: "object", properties: { items: { type: "array", items: { type: "string" } } }, required: ["items"] },
  effects: { kind: "write", idempotent: true },
  execute: () => ({ items: Array.from({ length: 20_000 }, (_, at) => `item ${at}`) }),
});
const stopped: string[] = [];
const wait = defineTool({
  name: "wait",
  description: "Waits for a minute.",
  input: { type: "object" },
  effects: "external",
  execute: async (_, { signal }) => {
    signal.addEventListener("abort", () => stopped.push("stopped"));
    await sleep(60_000, undefined, { signal });
  },
});
const show = defineTool({
  name: "show",
  description: "Says how far it is, and shows a secret.",
  input: { type: "object" },
  effects: "read",
  execute: async (_, ctx) => {
    const caller = await ctx.resolve(mcpCaller);
    for (const progress of [1, 3, 2, 4]) caller.progress({ progress, total: 4 });
    const text = "the key is sk-abcdefghijklmnopqrstuvwxyz012345";
    caller.attach({ type: "resource", resource: { uri: "test://note", text } });
    caller.log("info", { text });
    return "shown";
  },
});
const rows = defineTool({
  name: "rows",
  description: "A few pages, of which no schema is known.",
  input: { type: "object" },
  effects: "read",
  execute: () => ({ rows: Array.from({ length: 300 }, (_, at) => `row ${at}`) }),
});
const picture = defineTool({
  name: "picture",
  description: "A picture.",
  input: { type: "object" },
  effects: "read",
  execute: () => [{ type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" }] as const,
});
const tools = [count, slow, list, wait, show, rows, picture];

describe.each(["auto", "legacy"] as const)("a client of the official SDK (%s)", (mode) => {
  it("lists and calls, and reads what may leave", async () => {
    const client = await connect((await serve(tools)).url, { mode });
    const listed = await client.listTools();
    expect(listed.tools.map(({ name, annotations }) => [name, annotations])).toEqual([
      ["count", { readOnlyHint: true, idempotentHint: true, openWorldHint: false }],
      ["slow", { readOnlyHint: true, idempotentHint: true, openWorldHint: false }],
      ["list", { readOnlyHint: false, idempotentHint: true, openWorldHint: false, destructiveHint: true }],
      ["wait", { readOnlyHint: false, idempotentHint: false, openWorldHint: true, destructiveHint: true }],
      ["show", { readOnlyHint: true, idempotentHint: true, openWorldHint: false }],
      ["rows", { readOnlyHint: true, idempotentHint: true, openWorldHint: false }],
      ["picture", { readOnlyHint: true, idempotentHint: true, openWorldHint: false }],
    ]);
    const result = await client.callTool({ name: "count", arguments: { text: "four" } });
    expect(result.structuredContent).toEqual({ letters: 4 });
    expect(JSON.stringify(result)).not.toContain("not for you");
  });

  it("is told what is wrong with arguments, and that nothing ran", async () => {
    const client = await connect((await serve(tools)).url, { mode });
    const result = await client.callTool({ name: "count", arguments: { texts: 4 } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("Nothing was run");
  });

  it("reads the whole of what was cut", async () => {
    const client = await connect((await serve(tools)).url, { mode });
    const { content } = await client.callTool({ name: "slow", arguments: {} });
    const link = content.find((block) => block.type === "resource_link");
    const { contents } = await client.readResource({ uri: link?.uri ?? "" });
    expect(contents).toEqual([{ uri: link?.uri, mimeType: "text/plain", text: "y".repeat(200_000) }]);
    await expect(client.readResource({ uri: "toolwright://outputs/nope" })).rejects.toThrow();
  });

  it("gets the structured content that a schema has promised, also where the text was cut", async () => {
    const client = await connect((await serve(tools)).url, { mode });
    await client.listTools();
    const { structuredContent, content } = await client.callTool({ name: "list", arguments: {} });
    expect(Object(structuredContent).items).toHaveLength(20_000);
    expect(content.map(({ type }) => type)).toEqual(["text", "resource_link"]);
  });

  it("gets what was not cut without a link, and an object as structured content", async () => {
    const client = await connect((await serve(tools)).url, { mode });
    const pages = await client.callTool({ name: "rows", arguments: {} });
    expect(pages.content.map(({ type }) => type)).toEqual(["text"]);
    expect(Object(pages.structuredContent).rows).toHaveLength(300);
    const { content } = await client.callTool({ name: "picture", arguments: {} });
    expect(content.map(({ type }) => type)).toEqual(["image"]);
  });

  it("hears of live output and of progress, in numbers that grow", async () => {
    const client = await connect((await serve(tools)).url, { mode });
    const heard: unknown[] = [];
    const onprogress = (progress: object) => void heard.push(progress);
    await client.callTool({ name: "slow", arguments: { characters: 1 } }, { onprogress });
    await client.callTool({ name: "show", arguments: {} }, { onprogress });
    expect(heard).toEqual([
      { progress: 1, message: "half\n" },
      ...[1, 3, 4].map((progress) => ({ progress, total: 4 })),
    ]);
  });

  it("gets nothing secret with what is attached", async () => {
    const client = await connect((await serve(tools)).url, { mode });
    const { content } = await client.callTool({ name: "show", arguments: {} });
    expect(content).toEqual([
      { type: "text", text: "shown" },
      { type: "resource", resource: { uri: "test://note", text: "the key is [secret:api-key]" } },
    ]);
  });

  it("ends a call by cancelling it", async () => {
    stopped.length = 0;
    const client = await connect((await serve(tools)).url, { mode });
    const signal = AbortSignal.timeout(200);
    await expect(client.callTool({ name: "wait", arguments: {} }, { signal })).rejects.toThrow();
    await expect.poll(() => stopped).toEqual(["stopped"]);
  });

  it("is told when the tools have changed", async () => {
    const { url, server } = await serve(tools);
    const client = await connect(url, { mode });
    const heard: string[] = [];
    client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
    if (mode === "auto") closing.push(await client.listen({ toolsListChanged: true }).then((one) => () => one.close()));
    await expect
      .poll(() => {
        server.changed("tools");
        return heard.length;
      })
      .toBeGreaterThan(0);
  });
});

it("a long output is read in pieces, which are the whole together", async () => {
  const { url } = await serve(tools);
  const text = async (uri: string): Promise<string> => {
    const { result } = await raw(url, { method: "resources/read", params: { uri } });
    const read: string = result.contents[0].text;
    const next = /\n\[It goes on: (\S+)\]$/.exec(read);
    expect(read.length).toBeLessThan(1_100_000);
    return next?.[1] === undefined ? read : read.slice(0, next.index) + (await text(next[1]));
  };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 60_000, max: 3_300_000 }), async (characters) => {
      const { content } = await callRaw(url, "slow", { arguments: { characters } });
      expect((await text(content.at(-1).uri)).length).toBe(characters);
    }),
    { numRuns: 6, examples: [[1024 * 1024], [1024 * 1024 + 1], [2 * 1024 * 1024]] },
  );
});

describe("options", () => {
  const registry = new ToolRegistry(tools);
  it.each([
    [{ tokn: "x" }, 'there is no option "tokn"; did you mean token?'],
    [{ token: "short" }, "token must be a text of at least 16 characters"],
    [{ token: "a-token-of-a-good-length", authenticate: () => "x" }, "give token or authenticate"],
    [{ runner: { polici: {} } }, 'there is no option "polici"; did you mean policy?'],
    [{ runner: { timeoutMs: -1 } }, "timeoutMs must be a number of milliseconds above 0"],
    [{ runner: { activity: {} } }, "the server itself gives every call its activity"],
    [{ runner: { redaction: "required" } }, "these tools declare no allowlist"],
    [{ tasks: { ttlMs: 0 } }, "ttlMs must be a whole number of milliseconds"],
    [{ store: {} }, "store must be a store of conversations"],
    [{ prompts: [{ name: "x" }] }, "get is missing"],
    [{ resources: [{ uri: "x://y", name: "y", get() {} }] }, 'there is no option "get"'],
  ])("%j are refused when the server is made", (options, words) => {
    expect(() => createMcpServer(registry, Object(options))).toThrow(words);
  });

  it("and what is no registry", () => {
    expect(() => createMcpServer(Object([]))).toThrow("must be a ToolRegistry");
  });
});

describe("our own client", () => {
  it("gets our tools through, and they are called as at home", async () => {
    const { url } = await serve(tools);
    const mcp = await mcpTools({ servers: { ours: { url, confirm: "never" } }, logger: silent });
    closing.push(() => mcp.close());
    expect(mcp.servers[0]?.version).toBe("2026-07-28");
    const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger: silent });
    const { result } = await runner.exec({ name: "ours__count", arguments: { text: "abc" } });
    expect(result.output).toEqual({ type: "json", value: { letters: 3 } });
  });
});
