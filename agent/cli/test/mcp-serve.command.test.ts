import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, it } from "vitest";
import { callRaw, raw } from "../../../runtime/mcp/test/support/serve.ts";
import { COMMAND, folder, OWN_PLACES, removeFolders, toolwright } from "./support/toolwright.ts";

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  return removeFolders();
});

/** Places of its own, for what a person trusts and has seen is remembered there. */
const own = (cwd: string) => ({ HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config"), XDG_STATE_HOME: join(cwd, "state") });
const environment = (cwd: string) => ({ PATH: process.env.PATH ?? "", ...OWN_PLACES, ...own(cwd) });
const [PROGRAM, ...ARGS] = COMMAND;

async function stdio(cwd: string, ...args: readonly string[]): Promise<Client> {
  return speaking(new Client({ name: "test", version: "1" }), cwd, args);
}

async function speaking(client: Client, cwd: string, args: readonly string[] = []): Promise<Client> {
  const more = { command: PROGRAM, args: [...ARGS, "mcp", "serve", "--stdio", ...args], cwd, env: environment(cwd) };
  await client.connect(new StdioClientTransport({ ...more, stderr: "ignore" }));
  return client;
}

async function listening(cwd: string, ...args: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(PROGRAM, [...ARGS, "mcp", "serve", "--port", "0", "--json", ...args], {
    ...{ cwd, env: environment(cwd), stdio: ["ignore", "pipe", "inherit"] },
  });
  running.add(child);
  const [line] = child.stdout === null ? [] : await once(child.stdout, "data");
  return { child, url: JSON.parse(String(line)).url };
}

/** A module of tools: one that prints, one whose work goes on. */
const TOOLS = `
import { asyncResult, defineTool } from "${join(import.meta.dirname, "../../../runtime/core/dist/index.js")}";
export default [
  defineTool({ name: "loud", description: "Prints.", input: { type: "object" }, effects: "read",
    execute: () => { console.log("noise"); return "quiet"; } }),
  defineTool({ name: "job", description: "Goes on.", input: { type: "object" }, effects: "read",
    execute: (_, ctx) => { ctx.background(async () => "finished"); return asyncResult("begun"); } }),
];
`;
const ALLOW = JSON.stringify({ allow: ["loud", "job"], ask: [], deny: [] });

describe.concurrent("toolwright mcp serve", () => {
  it("speaks on standard input and output, and ends with it", async () => {
    const cwd = await folder({ "a.txt": "hello\n" });
    const client = await stdio(cwd);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["read", "bash", "write"]));
    const read = await client.callTool({ name: "read", arguments: { file_paths: ["a.txt"] } });
    expect(JSON.stringify(read.content)).toContain("hello");
    const listed = await client.callTool({ name: "ls", arguments: { path: "", depth: 0 } });
    expect(JSON.stringify(listed.content)).toContain("[left out: `path` was empty, `depth` was 0]");
    const written = await client.callTool({ name: "write", arguments: { file_path: "b.txt", content: "x" } });
    expect(JSON.stringify(written.content)).toContain("this client cannot ask anybody");
    await client.close();
  });

  it.each(["auto", "legacy"] as const)(
    "asks the client's person on standard input and output, too (%s)",
    async (mode) => {
      const cwd = await folder({});
      const capabilities = { elicitation: { form: {} } };
      const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
      client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { allow: true } }));
      await speaking(client, cwd);
      await client.callTool({ name: "write", arguments: { file_path: "b.txt", content: mode } });
      expect(await readFile(join(cwd, "b.txt"), "utf8")).toBe(mode);
      await client.close();
    },
  );

  it.each(["auto", "legacy"] as const)(
    "offers two tools with --code-mode, and asks about what programs do (%s)",
    async (mode) => {
      const cwd = await folder({ "a.txt": "hello\n" });
      const capabilities = { elicitation: { form: {} } };
      const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
      const asked: string[] = [];
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: { allow: true } };
      });
      await speaking(client, cwd, ["--code-mode"]);
      const { tools } = await client.listTools();
      const found = await client.callTool({ name: "search_tools", arguments: { query: "write a file" } });
      const code = `
      const text = await tools.read({ file_paths: ["a.txt"] });
      await tools.write({ file_path: "b.txt", content: "${mode}" });
      return text.includes("hello");`;
      const { content } = await client.callTool({ name: "run_code", arguments: { code } });

      expect(tools.map(({ name }) => name)).toEqual(["search_tools", "run_code"]);
      expect(JSON.stringify(found.content)).toContain("write(args: ");
      expect(content).toEqual([{ type: "text", text: "true" }]);
      expect(asked).toEqual([expect.stringContaining("Run run_code › write?")]);
      expect(await readFile(join(cwd, "b.txt"), "utf8")).toBe(mode);
      await client.close();
    },
  );

  it("serves the tools of a module beside its own, and what one prints does not break the protocol", async () => {
    const cwd = await folder({ "tools.mjs": TOOLS, "policy.json": ALLOW });
    const client = await stdio(cwd, "--tools", "tools.mjs", "--policy", "policy.json");
    const { content } = await client.callTool({ name: "loud", arguments: {} });
    expect(content).toEqual([{ type: "text", text: "quiet" }]);
    await client.close();
  });

  it("ends when its input does, without a word of a client", async () => {
    const cwd = await folder({});
    const child = spawn(PROGRAM, [...ARGS, "mcp", "serve", "--stdio"], { cwd, env: environment(cwd), stdio: "pipe" });
    running.add(child);
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("listens, says where in one JSON line, and asks the client's person", async () => {
    const cwd = await folder({});
    const { child, url } = await listening(cwd);
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
    );
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { allow: true } }));
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const written = await client.callTool({ name: "write", arguments: { file_path: "b.txt", content: "x" } });
    expect(JSON.stringify(written.content)).toContain('created\\":\\"b.txt');
    expect(await readFile(join(cwd, "b.txt"), "utf8")).toBe("x");
    await client.close();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("tells of a task after it was killed and started again", async () => {
    const cwd = await folder({ "tools.mjs": TOOLS, "policy.json": ALLOW });
    const args = ["--tools", "tools.mjs", "--policy", "policy.json"];
    const first = await listening(cwd, ...args);
    const { taskId } = await callRaw(first.url, "job");
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const { url } = await listening(cwd, ...args);
    const state = async () => (await raw(url, { method: "tasks/get", params: { taskId } })).result;
    let known = await state();
    for (; known.status === "working"; known = await state()) await sleep(50);
    expect(known).toMatchObject({ status: "completed", result: { content: [{ type: "text", text: "finished" }] } });
  });

  it("wants the token that was chosen, and asks nobody in a mode that is for runs which nobody watches", async () => {
    const cwd = await folder({});
    const { url } = await listening(cwd, "--token", "a-token-of-a-good-length", "--mode", "deny-asks");
    expect((await fetch(url, { method: "POST" })).status).toBe(401);
    const headers = { authorization: "Bearer a-token-of-a-good-length" };
    const { isError, content } = await callRaw(
      url,
      "write",
      { arguments: { file_path: "b.txt", content: "x" } },
      { headers },
    );
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining("Nobody is there to ask")]);
  });

  it.each([
    [["--stdio", "--port", "0"], "Give --stdio"],
    [["--stdio", "--token", "a-token-of-a-good-length"], "--token is for --port"],
    [["--host", "0.0.0.0"], "--host is for --port"],
    [["--port", "0", "--token", "short"], "A token has at least 16 characters"],
    [["--port", "0", "--host", "0.0.0.0"], "lets other machines in: choose a --token"],
    [["--port", "0", "--tools", "nothing.mjs"], "There is no file nothing.mjs"],
    [["--port", "0", "--store", "redis://x"], "knows no redis:// addresses"],
  ])("says in one sentence what is wrong with %j", async (args, words) => {
    const { code, stderr } = await toolwright(["mcp", "serve", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it("speaks on its input and output without being told to where the input is no terminal", async () => {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const stdin = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`;
    const { code, stdout } = await toolwright(["mcp", "serve"], { stdin, isAlone: true, cwd: await folder({}) });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "toolwright" } } });
  });

  it("says which port is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await toolwright(["mcp", "serve", "--port", String(port)]);
    taken.close();
    expect([code, stderr]).toEqual([2, expect.stringContaining(`127.0.0.1 port ${port} cannot be listened on`)]);
  });

  it("says which commands there are", async () => {
    const { code, stderr } = await toolwright(["mcp"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("toolwright mcp list, or toolwright mcp serve")]);
  });
});
