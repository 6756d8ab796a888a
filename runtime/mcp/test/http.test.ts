import { request as nodeRequest } from "node:http";
import { defineTool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { mcpTools } from "../src/index.ts";
import { callRaw, closing, connect, serve, silent } from "./support/serve.ts";

const greet = defineTool({
  name: "greet",
  description: "Greets.",
  input: { type: "object", properties: { name: { type: "string" } } },
  effects: "read",
  execute: ({ name = "you" }: { name?: string }) => `hello ${name}`,
});
const big = defineTool({
  name: "big",
  description: "Comes to a lot.",
  input: { type: "object" },
  effects: "read",
  execute: () => "z".repeat(100_000),
});
const tools = [greet, big];

const JSON_TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { ...JSON_TYPES, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const initialize = {
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

/** `fetch` sets the host itself. */
function statusFor(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = nodeRequest(url, { method: "POST", headers: { ...JSON_TYPES, ...headers } }, ({ statusCode }) =>
      resolve(statusCode),
    );
    sent.once("error", reject).end(JSON.stringify(ping));
  });
}

describe("headers that repeat arguments (2026-07-28)", () => {
  const region = { type: "string", "x-mcp-header": "Region" };
  const route = defineTool({
    name: "route",
    description: "Goes somewhere.",
    input: { type: "object", properties: { region, floor: { type: "integer", "x-mcp-header": "Floor" } } },
    effects: "read",
    execute: ({ region: where = "", floor = 0 }: { region?: string; floor?: number }) => `in ${where}, ${floor}`,
  });
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const call = (url: string, args: object, headers: Record<string, string>) => {
    const params = { name: "route", arguments: args, _meta: meta };
    const usual = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "route" };
    return post(url, { jsonrpc: "2.0", id: 7, method: "tools/call", params }, { ...usual, ...headers });
  };

  it.each<[string, object, Record<string, string>]>([
    ["is missing", { region: "eu" }, {}],
    ["is not what stands", { region: "eu" }, { "mcp-param-region": "us" }],
    ["is not what stands", { region: "eu" }, { "mcp-param-region": "=?base64?ZX?=" }],
    ["is not what stands", { floor: 4 }, { "mcp-param-floor": "5" }],
  ])("refuse a call where one %s", async (words, args, headers) => {
    const { url } = await serve([route]);
    const response = await call(url, args, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: 7,
      error: { code: -32_020, message: expect.stringContaining(words) },
    });
  });

  it.each<[object, Record<string, string>]>([
    [{ region: "eu" }, { "mcp-param-region": "eu" }],
    [
      { region: "eu", floor: 4 },
      { "mcp-param-region": "=?base64?ZXU=?=", "mcp-param-floor": "4.0" },
    ],
    [{}, { "mcp-param-region": "us" }],
  ])("let a call through where they agree: %j", async (args, headers) => {
    const { url } = await serve([route]);
    const response = await call(url, args, headers);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("in ")]);
  });

  it("are sent by our own client", async () => {
    const { url } = await serve([route]);
    const mcp = await mcpTools({ servers: { ours: { url, confirm: "never" } }, logger: silent });
    const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger: silent });
    const args = { region: "São Paulo", floor: 3 };
    expect((await runner.exec({ name: "ours__route", arguments: args })).message.content).toBe("in São Paulo, 3");
    await mcp.close();
  });
});

describe("a stream of 2025-11-25 that was cut off", () => {
  it("goes on from the last event that its client has seen", async () => {
    const slow = defineTool({
      name: "slow",
      description: "Takes a while.",
      input: { type: "object" },
      effects: "read",
      execute: () => new Promise<string>((resolve) => setTimeout(() => resolve("at last"), 500)),
    });
    const { url } = await serve([slow]);
    const begun = await post(url, initialize);
    const session = {
      "mcp-session-id": begun.headers.get("mcp-session-id") ?? "",
      "mcp-protocol-version": "2025-11-25",
    };
    await begun.text();
    await post(url, { jsonrpc: "2.0", method: "notifications/initialized" }, session);
    const cut = new AbortController();
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "slow", arguments: {} },
    });
    const first = await fetch(url, {
      method: "POST",
      body,
      headers: { ...JSON_TYPES, ...session },
      signal: cut.signal,
    });
    const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = (await reader?.read()) ?? {};
    const [, lastEventId = ""] = /^id: (\S+)$/m.exec(value) ?? [];
    expect(lastEventId).not.toBe("");
    cut.abort();
    await reader?.cancel().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 800));
    const headers = { accept: "text/event-stream", ...session };
    const again = await fetch(url, { headers: { ...headers, "last-event-id": lastEventId } });
    expect(await again.text()).toContain("at last");
    expect((await fetch(url, { headers: { ...headers, "last-event-id": "made-up-1" } })).status).toBe(400);
  });
});

describe("over HTTP", () => {
  it("another site's page, another name and a wrong token are refused", async () => {
    const { url } = await serve(tools, { token: "a-token-of-a-good-length" });
    const authorization = "Bearer a-token-of-a-good-length";
    expect((await post(url, ping)).status).toBe(401);
    expect((await post(url, ping, { authorization: "Bearer another-token-here" })).status).toBe(401);
    expect((await post(url, ping, { authorization, origin: "https://evil.example" })).status).toBe(403);
    expect(await statusFor(url, { authorization, host: "evil.example" })).toBe(403);
    expect(await statusFor(url, { authorization, host: "localhost:1" })).toBe(200);
    expect((await post(url, ping, { authorization, origin: "http://localhost:3000" })).status).toBe(200);
  });

  it("a client without its token is told to give one, and one that wants a tool which is not there, which it is", async () => {
    const token = "a-token-of-a-good-length";
    const { url } = await serve(tools, { token });
    const only = ["greet", "gret"];
    const headers = { authorization: `Bearer ${token}` };
    const mcp = await mcpTools({ servers: { home: { url }, typo: { url, headers, only } }, logger: silent });
    closing.push(() => mcp.close());
    const [home, typo] = mcp.servers;
    expect(home?.problem).toMatch(/^it answers 401, .*headers: \{ Authorization: "Bearer …" \}/);
    expect(home).toMatchObject({ state: "failed", wantsLogin: true });
    expect(typo).toMatchObject({ state: "connected", tools: 1 });
    expect(mcp.setAside).toEqual([{ server: "typo", tool: "gret", reason: "the server has no tool of that name" }]);
  });

  it("what is no JSON, too long, or of another kind is refused, and the server goes on", async () => {
    const { url } = await serve(tools);
    expect((await post(url, "{")).status).toBe(400);
    expect((await post(url, ping, { "content-type": "text/plain" })).status).toBe(415);
    const tooLong = await post(url, { ...ping, params: { x: "x".repeat(9 * 1024 * 1024) } }).catch(() => "cut off");
    expect(tooLong === "cut off" || Object(tooLong).status === 413).toBe(true);
    expect((await post(url, ping)).status).toBe(200);
  });

  it("names that authenticate itself are told apart: outputs and sessions of one are out of reach for another", async () => {
    const { url } = await serve(tools, { authenticate: (request) => request.headers.get("x-name") ?? undefined });
    expect((await post(url, ping)).status).toBe(401);
    const amy = { headers: { "x-name": "amy" } };
    const client = await connect(url, { mode: "legacy", ...amy });
    const { content } = await callRaw(url, "big", {}, amy);
    const { uri } = content.at(-1);
    expect((await client.readResource({ uri })).contents).toMatchObject([{ text: "z".repeat(100_000) }]);
    const eve = await connect(url, { mode: "legacy", headers: { "x-name": "eve" } });
    await expect(eve.readResource({ uri })).rejects.toThrow();
    const begun = await post(url, initialize, { "x-name": "amy" });
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
    expect((await post(url, ping, { ...session, "x-name": "eve" })).status).toBe(404);
    expect((await post(url, ping, { ...session, "x-name": "amy" })).status).toBe(200);
  });

  it("sessions of 2025 are bounded: the one that was not used for longest ends first", async () => {
    const { url } = await serve(tools);
    const ids: string[] = [];
    for (let at = 0; at < 1_001; at += 1) {
      const begun = await post(url, initialize);
      await begun.body?.cancel();
      ids.push(begun.headers.get("mcp-session-id") ?? "");
      if (at === 500) await post(url, ping, { "mcp-session-id": ids[0] ?? "" });
    }
    const statuses = await Promise.all([0, 1, 2].map((at) => post(url, ping, { "mcp-session-id": ids[at] ?? "" })));
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200]);
  });
});
