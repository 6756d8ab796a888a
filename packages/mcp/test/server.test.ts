import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { defineTool, type Logger, ToolRegistry, ToolRunner } from "@toolwright/core";
import { afterEach, describe, expect, it } from "vitest";
import { mcpTools } from "../src/index.ts";
import { createMcpServer, listenMcp, type McpServerOptions } from "../src/server.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const ran: string[] = [];

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
const send = defineTool({
  name: "send",
  description: "Sends a mail.",
  input: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
  effects: "external",
  requiresConfirmation: true,
  execute: ({ to = "" }: { to?: string }) => {
    ran.push(to);
    return `sent to ${to}`;
  },
});
const slow = defineTool({
  name: "slow",
  description: "Says what it does.",
  input: { type: "object" },
  effects: "read",
  streamsOutput: true,
  execute: (_, ctx) => {
    ctx.emitOutput("half\n");
    return "y".repeat(200_000);
  },
});

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  ran.length = 0;
  for (const close of closing.splice(0)) await close();
});

async function serve(options: McpServerOptions = {}): Promise<{ readonly url: string }> {
  const server = createMcpServer(new ToolRegistry([count, send, slow]), { runner: { logger: silent }, ...options });
  const listening = await listenMcp(server, { port: 0 });
  closing.push(listening.close);
  return listening;
}

async function connect(url: string, mode: "auto" | "legacy", answer?: (message: string) => object): Promise<Client> {
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message) as { action: "accept" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  closing.push(() => client.close());
  return client;
}

describe.each(["auto", "legacy"] as const)("a client of the official SDK (%s)", (mode) => {
  it("lists and calls, and reads what may leave", async () => {
    const client = await connect((await serve()).url, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["count", true],
      ["send", false],
      ["slow", true],
    ]);
    const result = await client.callTool({ name: "count", arguments: { text: "four" } });
    expect(result.structuredContent).toEqual({ letters: 4 });
    expect(JSON.stringify(result)).not.toContain("not for you");
  });

  it("is told what is wrong with arguments, and that nothing ran", async () => {
    const client = await connect((await serve()).url, mode);
    const result = await client.callTool({ name: "count", arguments: { texts: 4 } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("Nothing was run");
  });

  it("that cannot ask anybody is told how the call could be allowed", async () => {
    const client = await connect((await serve()).url, mode);
    const result = await client.callTool({ name: "send", arguments: { to: "ann" } });
    expect(JSON.stringify(result.content)).toContain(
      "this client cannot ask anybody. Allow it with a rule on the server",
    );
    expect(ran).toEqual([]);
  });

  it("reads the whole of what was cut", async () => {
    const client = await connect((await serve()).url, mode);
    const { content } = await client.callTool({ name: "slow", arguments: {} });
    const link = content.find((block) => block.type === "resource_link");
    const { contents } = await client.readResource({ uri: link?.uri ?? "" });
    expect(contents).toEqual([{ uri: link?.uri, mimeType: "text/plain", text: "y".repeat(200_000) }]);
    await expect(client.readResource({ uri: "toolwright://outputs/nope" })).rejects.toThrow();
  });

  it("hears of live output as progress", async () => {
    const client = await connect((await serve()).url, mode);
    const heard: unknown[] = [];
    await client.callTool({ name: "slow", arguments: {} }, { onprogress: ({ message }) => void heard.push(message) });
    expect(heard).toEqual(["half\n"]);
  });
});

describe("a call that asks", () => {
  it("runs when the client's person says yes, once and with these arguments", async () => {
    const asked: string[] = [];
    const client = await connect((await serve()).url, "auto", (message) => {
      asked.push(message);
      return { action: "accept", content: { allow: true } };
    });
    const result = await client.callTool({ name: "send", arguments: { to: "ann" } });
    expect(result.content).toEqual([{ type: "text", text: "sent to ann" }]);
    expect(ran).toEqual(["ann"]);
    expect(asked).toEqual([expect.stringContaining('"to": "ann"')]);
  });

  it.each([
    ["no", { action: "accept", content: { allow: false } }],
    ["nothing", { action: "cancel" }],
    ["that it declines", { action: "decline" }],
  ])("does not run when the person says %s", async (_, answer) => {
    const client = await connect((await serve()).url, "auto", () => answer);
    const result = await client.callTool({ name: "send", arguments: { to: "ann" } });
    expect(result.isError).toBe(true);
    expect(ran).toEqual([]);
  });

  it("does not run on a yes that was forged, used, or given for other arguments", async () => {
    const { url } = await serve();
    const question = await rawCall(url, { to: "ann" });
    const { requestState } = question.result;
    const yes = { "toolwright/approval": { action: "accept", content: { allow: true } } };
    await rawCall(url, { to: "eve" }, { requestState, inputResponses: yes });
    await rawCall(url, { to: "ann" }, { requestState: `x${requestState}`, inputResponses: yes });
    expect(ran).toEqual([]);
    await rawCall(url, { to: "ann" }, { requestState, inputResponses: yes });
    await rawCall(url, { to: "ann" }, { requestState, inputResponses: yes });
    expect(ran).toEqual(["ann"]);
  });
});

describe("over HTTP", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify(ping),
    });

  it("another site's page, another name and a wrong token are refused", async () => {
    const { url } = await serve({ token: "a-token-of-a-good-length" });
    const authorization = "Bearer a-token-of-a-good-length";
    expect((await post(url, {})).status).toBe(401);
    expect((await post(url, { authorization: "Bearer another-token-here" })).status).toBe(401);
    expect((await post(url, { authorization, origin: "https://evil.example" })).status).toBe(403);
    expect((await post(url, { authorization })).status).toBe(200);
    const { port } = new URL(url);
    expect((await post(`http://localhost:${port}/mcp`, { authorization })).status).toBeLessThan(500);
  });
});

describe("our own client", () => {
  it("gets our tools through, and they are called as at home", async () => {
    const { url } = await serve();
    const mcp = await mcpTools({ servers: { ours: { url, confirm: "never" } }, logger: silent });
    closing.push(() => mcp.close());
    expect(mcp.servers[0]?.version).toBe("2026-07-28");
    const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger: silent });
    const { result } = await runner.exec({ name: "ours__count", arguments: { text: "abc" } });
    expect(result.output).toEqual({ type: "json", value: { letters: 3 } });
  });
});

async function rawCall(url: string, args: object, more: object = {}) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "send",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "send", arguments: args, _meta: meta, ...more },
    }),
  });
  return JSON.parse(await response.text());
}
