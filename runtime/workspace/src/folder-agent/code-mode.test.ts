import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type Message, toolResult } from "@toolwright/core";
import { createResponsesModel, type ScriptStep, scripted } from "@toolwright/models";
import { expect, it, onTestFinished } from "vitest";
import { responseOf, said, startWire } from "../../../code-mode/test/hosted-wire.ts";
import { undoChanges } from "../undo/undo-changes.ts";
import { createFolderAgent, type FolderAgentOptions } from "./folder-agent.ts";
import type { FolderTools } from "./offered-tools.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

async function agentWith(options: Partial<FolderAgentOptions>) {
  const root = await mkdtemp(join(tmpdir(), "code-mode-"));
  const work = join(root, "work");
  await mkdir(work);
  await writeFile(join(work, "a.txt"), "one\n");
  await writeFile(join(work, "b.txt"), "two\n");
  await writeFile(join(work, "salaries.csv"), "ada,9000\n");
  const state = { home: root, stateDirectory: join(root, "state") };
  const agent = await createFolderAgent({ root: work, ...state, sandbox: "off", logger: QUIET, ...options });
  onTestFinished(() => agent.close());
  return { agent, work };
}

const names = (tools: FolderTools) => ("list" in tools ? tools.tools() : tools).map(({ name }) => name);
const program = (code: string) => ({ toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] });
const scriptOf = (...steps: readonly ScriptStep[]) => scripted([...steps, { text: "the end" }]);
const answers = (messages: readonly Message[]) =>
  messages.flatMap((one) => (one.role === "tool" ? [String(one.content)] : []));

it("offers run_code alone, and its program calls the tools, of which each call is judged", async () => {
  const { agent, work } = await agentWith({
    codeMode: "only",
    policies: { allow: ["Edit(out.txt)"], deny: ["Read(salaries.csv)"] },
    model: scriptOf(
      program(`
        const found = await tools.glob({ pattern: "*.txt" });
        const denied = await attempt(tools.read({ file_paths: ["salaries.csv"] }));
        const wrote = await attempt(tools.write({ file_path: "out.txt", content: "done" }));
        const asked = await attempt(tools.write({ file_path: "other.txt", content: "done" }));
        return [/a\\.txt/.test(found), denied.error.code, wrote.ok, asked.error.code];`),
    ),
  });
  expect(names(agent.offered(agent.tools))).toEqual(["run_code"]);

  const { messages, stopReason } = await agent.run("go");

  expect(stopReason).toBe("stop");
  expect(answers(messages)).toEqual(['[true,"policy_denied",true,"approval_denied"]']);
  expect((await readdir(work)).toSorted()).toEqual(["a.txt", "b.txt", "out.txt", "salaries.csv"]);
});

it("runs programs here, also of a model whose provider would run them: what they read in the folder stays here", async () => {
  const code =
    'return (await tools.read({ file_paths: ["a.txt"] })).length > 0 && (await tools.ls({})).includes("b.txt")';
  const call = {
    type: "function_call",
    id: "fc_1",
    call_id: "p",
    name: "run_code",
    arguments: JSON.stringify({ code }),
  };
  const server = await startWire((_, place) =>
    responseOf([place === 0 ? JSON.stringify({ ...call, status: "completed" }) : said("The end.")]),
  );
  const model = createResponsesModel({ baseUrl: server.baseUrl, model: "gpt-5.6-sol" });
  expect(model.hostsPrograms).toBe(true);
  const { agent } = await agentWith({ codeMode: "only", model });

  const { messages } = await agent.run("go");

  expect(answers(messages)).toEqual(["true"]);
  const tools = server.received.map(({ body }) => body.tools);
  const alone = { type: "function", name: "run_code" };
  expect(tools).toEqual([[expect.objectContaining(alone)], [expect.objectContaining(alone)]]);
  for (const { text } of server.received) expect(text).not.toContain("programmatic");
});

it("offers run_code beside the tools with true, and nothing of it without", async () => {
  const { agent } = await agentWith({ codeMode: true });
  const { agent: plain } = await agentWith({});

  expect(plain.offered(plain.tools)).toBe(plain.tools);
  expect(names(agent.offered(agent.tools))).toEqual([...agent.tools.list(), "run_code"]);
});

it("asks a person about a call in a program, and about none that starts one, also where reads are asked about", async () => {
  const asked: string[] = [];
  const { agent } = await agentWith({
    codeMode: "only",
    policies: [{ allow: ["Read(a.txt)"], ask: ["Read(b.txt)"] }],
    approver: {
      approve: async ({ approvalId, toolCallId, toolName }) => {
        asked.push(`${toolCallId} ${toolName}`);
        return { approvalId, approve: true };
      },
    },
    model: scriptOf(program('return await tools.read({ file_paths: ["b.txt"] });')),
  });
  const { messages } = await agent.run("go");

  expect(asked).toEqual(["p/0 read"]);
  expect(answers(messages)[0]).toContain("two");
});

it("gives programs no reach of their own, and in plan mode no power to change", async () => {
  const { agent, work } = await agentWith({
    codeMode: "only",
    mode: "plan",
    policies: { allow: ["Edit(**)"] },
    model: scriptOf(
      program(`
        const text = await tools.read({ file_paths: ["a.txt"] });
        const wrote = await attempt(tools.write({ file_path: "out.txt", content: "done" }));
        return [text.includes("one"), wrote.ok];`),
    ),
  });
  const { events, final } = agent.open().stream("go");
  const reaches: unknown[] = [];
  for await (const { type, data } of events)
    if (type === "tool_call_running" && data.toolName === "run_code") reaches.push(data.reach);
  const { messages } = await final;

  expect(answers(messages)).toEqual(["[true,false]"]);
  expect(reaches).toEqual([{ files: "none", network: false, undo: true }]);
  expect(await readdir(work)).not.toContain("out.txt");
});

it("lets a rule forbid programs", async () => {
  const { agent, work } = await agentWith({
    codeMode: true,
    policies: { allow: ["Edit(**)"], deny: ["run_code"] },
    model: scriptOf(program('return await tools.write({ file_path: "out.txt", content: "done" });')),
  });
  await agent.run("go");

  expect(await readdir(work)).not.toContain("out.txt");
});

it("lets programs call what joined the tools since, as tools of MCP servers do", async () => {
  const { agent } = await agentWith({
    codeMode: "only",
    policies: { allow: ["mcp__shop-prices"] },
    model: scriptOf(program("return await tools.mcp__shop_prices({});")),
  });
  const chat = agent.open();
  agent.tools.register(
    defineTool({
      name: "mcp__shop-prices",
      description: "Prices.",
      input: { type: "object" },
      effects: "read",
      allowlist: "all",
      execute: () => "tea 4.20",
    }),
  );
  const { messages } = await chat.run("go");

  expect(answers(messages)).toEqual(["tea 4.20"]);
});

it("offers beside programs what they cannot call, and declares nothing that a rule forbids whole", async () => {
  const tool = (name: string) =>
    defineTool({ name, description: "A tool.", input: { type: "object" }, effects: "read", execute: () => "" });
  const { agent } = await agentWith({
    codeMode: "only",
    tools: [tool("shop_prices"), tool("shop-prices"), tool("secret_prices")],
    policies: { deny: ["secret_prices"] },
  });
  const offered = agent.offered(agent.tools.tools());
  const [, programs] = "list" in offered ? [] : offered;

  expect(names(offered)).toEqual(["shop-prices", "run_code"]);
  expect(programs?.description).toContain("shop_prices");
  expect(programs?.description).not.toContain("secret_prices");
});

it("refuses a tool with the name of the one that runs programs before anything runs", async () => {
  const own = defineTool({ name: "run_code", description: "Mine.", input: { type: "object" }, execute: () => "" });

  await expect(agentWith({ codeMode: true, tools: [own] })).rejects.toThrow("a tool is named run_code");
});

it("hands work to a sub-agent inside a program, which calls the tools itself", async () => {
  const { agent, work } = await agentWith({
    codeMode: "only",
    policies: { allow: ["Edit(out.txt)"] },
    model: scriptOf(
      program(`return (await tools.agent({ description: "write it", prompt: "Write out.txt." })).split("\\n").at(-1);`),
      { toolCalls: [{ name: "write", arguments: { file_path: "out.txt", content: "done" } }] },
      { text: "It is written." },
    ),
  });
  const { messages } = await agent.run("go");

  expect(answers(messages)).toEqual(["It is written."]);
  expect(await readFile(join(work, "out.txt"), "utf8")).toBe("done");
});

it("tells a program at once that a call goes on in the background, and the model what comes of it", async () => {
  const late: string[] = [];
  const build = defineTool({
    name: "build",
    description: "Build.",
    input: { type: "object" },
    effects: "read",
    execute: (_, ctx) => {
      ctx.background(async () => "built");
      return { ...toolResult("It goes on."), async: true };
    },
  });
  const { agent } = await agentWith({
    codeMode: "only",
    tools: [build],
    model: scriptOf(program("return await tools.build({});")),
  });
  const { messages } = await agent.run("go", { onAsyncResult: ({ message }) => late.push(String(message.content)) });

  expect(answers(messages)).toEqual(["It goes on."]);
  const told = messages.flatMap(({ role, content }) => (role === "user" ? [String(content)] : []));
  expect([...told, ...late].some((text) => text.includes("built"))).toBe(true);
});

it("has all calls of a program undone by its id, and one of them by its own", async () => {
  const { agent, work } = await agentWith({
    codeMode: "only",
    policies: { allow: ["Edit(*.txt)"] },
    model: scriptOf(
      program(`
        await tools.write({ file_path: "new.txt", content: "1\\n" });
        await tools.edit({ file_path: "new.txt", old_text: "1", new_text: "2" });
        await tools.write({ file_path: "other.txt", content: "1\\n" });
        return "done";`),
    ),
  });
  const { messages } = await agent.run("go");
  expect(answers(messages)).toEqual(["done"]);
  await undoChanges(agent.workspace, { call: "p/1" });
  expect(await readFile(join(work, "new.txt"), "utf8")).toBe("1\n");
  await undoChanges(agent.workspace, { call: "p" });
  expect((await readdir(work)).toSorted()).toEqual(["a.txt", "b.txt", "salaries.csv"]);
});
