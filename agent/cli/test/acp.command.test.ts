import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Writable } from "node:stream";
import {
  type ClientContext,
  client,
  type McpServer,
  methods,
  ndJsonStream,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { COMMAND, folder, OWN_PLACES, removeFolders, toolwright } from "./support/toolwright.ts";

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});
afterAll(removeFolders);

const HELL = join(import.meta.dirname, "../../../runtime/mcp/test/hell/hell.mjs");
const call = (name: string, args: object, id = name) => ({ toolCalls: [{ id, name, arguments: args }] });

interface Editor {
  readonly agent: ClientContext;
  readonly updates: SessionUpdate[];
  readonly asked: string[];
  /** What the command printed on stderr. */
  readonly said: () => string;
  /** Closes its input; resolves to its exit code. */
  leave(): Promise<unknown>;
}

/** The real command, and the official client on its stdio. */
async function editor(args: readonly string[], answer = "once"): Promise<Editor> {
  const [program, ...rest] = COMMAND;
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(program, [...rest, "acp", ...args], { env: { PATH, HOME, ...OWN_PLACES } });
  running.add(child);
  const closed = once(child, "close");
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const updates: SessionUpdate[] = [];
  const asked: string[] = [];
  const app = client()
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params.toolCall.title ?? "");
      return { outcome: { outcome: "selected", optionId: answer } };
    })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update));
  const { agent } = app.connect(ndJsonStream(Writable.toWeb(child.stdin), bytesOf(child.stdout)));
  await agent.request("initialize", { protocolVersion: 1 });
  const leave = async () => {
    child.stdin.end();
    const [code] = await closed;
    running.delete(child);
    return code;
  };
  return { agent, updates, asked, said: () => stderr, leave };
}

function bytesOf(output: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      output.on("data", (chunk: Uint8Array) => controller.enqueue(chunk)).on("end", () => controller.close());
    },
  });
}

const prompt = (agent: ClientContext, sessionId: string, text: string) =>
  agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });

const write = (path: string, content: string, id = path) => call("write", { file_path: path, content }, id);

describe("toolwright acp", () => {
  it("works in the folder of the session, asks, shows what it changed, and takes it back", async () => {
    const cwd = await folder({ "notes.md": "Milk.\n" });
    const scripts = await folder({
      "one.json": [call("read", { file_paths: ["notes.md"] }), write("notes.md", "Milk.\nTea.\n"), { text: "Added." }],
    });
    const { agent, updates, asked, leave } = await editor(["--model", `script:${join(scripts, "one.json")}`]);
    const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
    expect(await prompt(agent, sessionId, "add tea")).toEqual({ stopReason: "end_turn" });
    expect(asked).toEqual(["Write notes.md"]);
    expect(await readFile(join(cwd, "notes.md"), "utf8")).toBe("Milk.\nTea.\n");
    const diff = { type: "diff", path: join(cwd, "notes.md"), oldText: "Milk.\n", newText: "Milk.\nTea.\n" };
    expect(JSON.stringify(updates)).toContain(JSON.stringify(diff).slice(1, -1).replace('"type":"diff",', ""));
    await prompt(agent, sessionId, "/undo");
    expect(await readFile(join(cwd, "notes.md"), "utf8")).toBe("Milk.\n");
    const { sessions } = await agent.request("session/list", { cwd });
    expect(sessions).toMatchObject([{ sessionId, title: "add tea" }]);
    expect(await leave()).toBe(0);
  });

  it("plans only, or accepts edits, as the session says; --mode is how it begins", async () => {
    const cwd = await folder({});
    const scripts = await folder({
      "one.json": [write("a.md", "a"), { text: "1" }, write("b.md", "b"), { text: "2" }],
    });
    const { agent, updates, asked, leave } = await editor([
      ...["--model", `script:${join(scripts, "one.json")}`],
      ...["--mode", "plan"],
    ]);
    const { sessionId, modes } = await agent.request("session/new", { cwd, mcpServers: [] });
    expect(modes?.currentModeId).toBe("plan");
    await prompt(agent, sessionId, "write a");
    expect(JSON.stringify(updates)).toContain("While planning, nothing may be changed.");
    await expect(stat(join(cwd, "a.md"))).rejects.toThrow("ENOENT");
    await agent.request("session/set_mode", { sessionId, modeId: "accept-edits" });
    await prompt(agent, sessionId, "write b");
    expect([await readFile(join(cwd, "b.md"), "utf8"), asked]).toEqual(["b", []]);
    expect(await leave()).toBe(0);
  });

  it("takes tools from the MCP servers of the editor, and prints nothing beside messages", async () => {
    const cwd = await folder({});
    const scripts = await folder({
      "one.json": [call("hell__echo", {}), { text: "ok" }],
      "tools.mjs": "console.log('a tool speaks'); export default [];",
    });
    const args = ["--model", `script:${join(scripts, "one.json")}`, "--tools", join(scripts, "tools.mjs")];
    const { agent, updates, asked, said, leave } = await editor(args);
    const mcpServers: McpServer[] = [{ name: "hell", command: process.execPath, args: [HELL, "twin"], env: [] }];
    const { sessionId } = await agent.request("session/new", { cwd, mcpServers });
    await prompt(agent, sessionId, "echo");
    expect(asked).toEqual(["hell__echo"]);
    expect(JSON.stringify(updates)).toContain('"rawOutput":{"n":1}');
    expect(said()).toContain("a tool speaks");
    expect(await leave()).toBe(0);
  });

  it("says in the editor what is wrong with a folder, and goes on", async () => {
    const cwd = await folder({});
    const { agent, leave } = await editor(["--model", "offline"]);
    const missing = agent.request("session/new", { cwd: join(cwd, "nowhere"), mcpServers: [] });
    await expect(missing).rejects.toThrow(/There is no folder .*nowhere/);
    await writeFile(join(cwd, "nowhere"), "");
    await expect(agent.request("session/new", { cwd: join(cwd, "nowhere"), mcpServers: [] })).rejects.toThrow(
      "not a folder",
    );
    expect(await agent.request("session/new", { cwd, mcpServers: [] })).toMatchObject({
      sessionId: expect.any(String),
    });
    expect(await leave()).toBe(0);
  });

  it("says on stderr that it chose the small set of tools, where the name of its model says so", async () => {
    const at = ["--base-url", "http://127.0.0.1:9/v1"];
    const small = await editor(["--model", "litellm:qwen2.5-coder-1.5b", ...at]);
    expect(await small.leave()).toBe(0);
    expect(small.said()).toBe(
      "model: litellm:qwen2.5-coder-1.5b · small set of tools, for a small model; --tools-set all for all\n",
    );
    const told = await editor(["--model", "litellm:qwen2.5-coder-1.5b", "--tools-set", "all", ...at]);
    expect([await told.leave(), told.said()]).toEqual([0, ""]);
  });

  it("refuses wrong options before it speaks", async () => {
    const wrong = await toolwright(["acp", "--workspace", "."]);
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toMatch(/^toolwright: .*--workspace/);
    const model = await toolwright(["acp", "--model", "nothing:x"]);
    expect([model.code, model.stdout]).toEqual([2, ""]);
  });
});
