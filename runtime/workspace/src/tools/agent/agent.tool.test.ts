import {
  ActivityStream,
  type Approver,
  createMemoryOutputCache,
  defineTool,
  type JsonObject,
  type ModelPort,
  type Policy,
  type PrepareStep,
  type RunnerOptions,
  type Tool,
  type ToolLoopConfig,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentType } from "../../agents/agent-type.ts";
import { createSubAgents, type SubAgentsOptions } from "../../agents/create-sub-agents.ts";
import { SUB_AGENTS } from "../../agents/sub-agents.port.ts";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { CHANGE_LOG, type ChangeAuthor, type ChangeLog } from "../../transaction/change-log.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { readTool } from "../read/read.tool.ts";
import { readTodosTool, writeTodosTool } from "../todos/todos.tool.ts";
import { writeTool } from "../write/write.tool.ts";
import { agentTool } from "./agent.tool.ts";
import { Gate, silent } from "./agent-models.test-data.ts";

interface Scene
  extends Partial<Pick<ToolLoopConfig, "policy" | "approver" | "onAsyncResult" | "prepareStep" | "outputCache">> {
  readonly model?: ModelPort;
  readonly steps?: readonly ScriptStep[];
  readonly limits?: SubAgentsOptions["limits"];
  readonly types?: readonly AgentType[];
  readonly agentSteps?: SubAgentsOptions["steps"];
  readonly more?: readonly Tool[];
}

async function scene({ steps = [], limits, types, agentSteps, more = [], ...given }: Scene) {
  const workspace = await createMemoryWorkspace({ files: { "a.txt": "one\n" } });
  const authors: ChangeAuthor[] = [];
  const log: ChangeLog = {
    async record(_changes, author) {
      authors.push(author);
      return { settle: async () => {} };
    },
  };
  const overrides = new Map<string, () => unknown>([
    [WORKSPACE.id, () => workspace],
    [CHANGE_LOG.id, () => log],
    [SUB_AGENTS.id, () => agents],
  ]);
  const model: ModelPort = given.model ?? scripted(steps);
  const tools = [agentTool(), readTool(), writeTool(), writeTodosTool(), readTodosTool(), ...more];
  const config: ToolLoopConfig = { outputCache: false, ...given, model, tools, overrides };
  const agents = createSubAgents({
    config: () => config,
    ...(limits && { limits }),
    ...(types && { types }),
    ...(agentSteps && { steps: agentSteps }),
  });
  const { model: _model, tools: _tools, prepareStep: _step, ...options } = config;
  const activity = new ActivityStream();
  const runner = new ToolRunner({ ...options, activity, registry: new ToolRegistry(tools) } satisfies RunnerOptions);
  async function agent(args: JsonObject = {}, signal?: AbortSignal, chatId = "main") {
    const call = { name: "agent", arguments: { description: "try it", prompt: "Do it.", ...args } };
    const context = { conversation: { channel: "test", chatId }, runId: "run-1", ...(signal && { signal }) };
    const { result, message } = await runner.exec(call, context);
    return { ...result, text: String(message.content) };
  }
  return { workspace, authors, agent, runner, overrides };
}

const idIn = (text: string) => /agent ([a-z][a-z0-9]{2})/i.exec(text)?.[1] ?? "";
const call = (name: string, args: JsonObject = {}): ScriptStep => ({ toolCalls: [{ name, arguments: args }] });
const usage = { inputTokens: 1_000, outputTokens: 200 };

describe("agent", () => {
  it("does before its own steps what is made for it, once for each agent, and nothing of its parent's", async () => {
    const told: string[] = [];
    let made = 0;
    const agentSteps = () => {
      const id = ++made;
      const prepareStep: PrepareStep = ({ step, tools }) => {
        told.push(`${id}:${step}`);
        return { tools: tools.filter(({ name }) => name === "read") };
      };
      return prepareStep;
    };
    const prepareStep = () => {
      throw new Error("The parent's.");
    };
    const asked = call("write", { file_path: "b.txt", content: "no" });
    const { agent } = await scene({
      steps: [asked, { text: "a" }, { text: "b" }, { text: "c" }],
      agentSteps,
      prepareStep,
    });
    const first = await agent();
    await agent({ agent_id: idIn(first.text) });
    await agent();
    expect(told).toEqual(["1:0", "1:1", "1:0", "2:0"]);
    expect(first.artifact).toMatchObject({ calls: [{ toolName: "write", isError: true }] });
  });

  it("works with the parent's tools, but the agent tool, and reports", async () => {
    const model = scripted([
      { ...call("read", { file_paths: ["a.txt"] }), usage },
      { text: "It says one.", usage },
    ]);
    const { agent } = await scene({ model });
    const { text, artifact } = await agent({ prompt: "What is in a.txt?" });
    expect(artifact).toEqual({
      agentId: idIn(text),
      calls: [
        { toolName: "read", arguments: '{"file_paths":["a.txt"]}', isError: false, durationMs: expect.any(Number) },
      ],
      callCount: 1,
      usage: { inputTokens: 2_000, outputTokens: 400 },
    });
    expect(text).toMatch(/^\[agent [a-z][a-z0-9]{2} completed, 2 turns, 2k tokens\]\nIt says one\.$/);
    expect(model.requests[0]?.messages).toMatchObject([
      { role: "system", content: expect.stringContaining("one task") },
      { role: "user", content: "What is in a.txt?" },
    ]);
    expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual([
      "read",
      "write",
      "write_todos",
      "read_todos",
    ]);
  });

  it("cannot start further agents", async () => {
    const model = scripted([call("agent", { description: "x", prompt: "y" }), { text: "no" }]);
    const { agent } = await scene({ model });
    expect((await agent()).text).toContain("completed");
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("unknown_tool");
  });

  it("names the types where one is unknown, and narrows the tools of those that only look", async () => {
    const model = scripted([{ text: "seen" }]);
    const { agent } = await scene({ model });
    expect((await agent({ type: "wizard" })).error).toMatchObject({
      message: "There is no such type of agent.",
      suggestion: "Types: general (Does a task with all tools), explore (Finds and reads, changes nothing).",
    });
    await agent({ type: "explore" });
    expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).not.toContain("write");
  });

  it("goes on with an agent that has reported, with all it knows", async () => {
    const model = scripted([{ text: "first" }, { text: "second" }]);
    const { agent } = await scene({ model });
    const id = idIn((await agent({ prompt: "one" })).text);
    expect((await agent({ prompt: "two", agent_id: id })).text).toContain(`[agent ${id} completed`);
    expect(model.requests[1]?.messages.map((message) => message.content).slice(1)).toEqual(["one", "first", "two"]);
    expect((await agent({ agent_id: "zzz9" })).error?.suggestion).toBe(`There are: ${id}.`);
    expect((await agent({ agent_id: id }, undefined, "other")).error?.message).toBe(`There is no agent ${id}.`);
  });

  it("asks for a report when the turns are used up", async () => {
    const model = scripted([call("read_todos"), call("read_todos"), { text: "half done" }]);
    const { agent } = await scene({ model, limits: { turns: 2 } });
    expect((await agent()).text).toMatch(/^\[agent ... out of turns, 3 turns, 0 tokens\]\nhalf done$/);
    expect(model.requests[2]?.tools).toBeUndefined();
    expect(model.requests[2]?.messages.at(-1)?.content).toContain("Report now");
  });

  it("asks for a report when the time is used up, and does not wait for that for ever", async () => {
    const sleep = defineTool({
      name: "sleep",
      description: "Sleep.",
      input: z.object({}),
      execute: () => new Promise(() => {}),
    });
    const { agent } = await scene({
      steps: [call("sleep"), { text: "slept" }],
      more: [sleep],
      limits: { timeMs: 100 },
    });
    expect((await agent()).text).toMatch(/^\[agent ... out of time, 2 turns, 0 tokens\]\nslept$/);
    const mute = silent(scripted([{ text: "thinking aloud", ...call("sleep") }]), 1);
    const stuck = await scene({ model: mute, more: [sleep], limits: { timeMs: 100, graceMs: 100 } });
    expect((await stuck.agent()).text).toMatch(/out of time, 2 turns, 0 tokens\]\nthinking aloud$/);
  });

  it("cuts a long report, and keeps the whole", async () => {
    const { agent } = await scene({ steps: [{ text: "x".repeat(20_000) }], outputCache: createMemoryOutputCache() });
    const { text, ref } = await agent();
    expect(ref?.bytes).toBe(20_000);
    expect(text).toMatch(/x{16000}\n\[16,000 of 20,000 characters; kept as \w+\]/);
  });

  it("fails as its model does, and can be asked again", async () => {
    const { agent } = await scene({ steps: [{ error: "no such model" }, { text: "better" }] });
    const failed = await agent();
    expect(failed.error?.message).toMatch(/^Agent ... failed after 1 turn: no such model$/);
    expect((await agent({ agent_id: idIn(failed.error?.message ?? "") })).text).toContain("better");
  });

  it("says so where there are no agents", async () => {
    const runner = new ToolRunner({ registry: new ToolRegistry([agentTool()]) });
    const { result } = await runner.exec({ name: "agent", arguments: { description: "x", prompt: "y" } });
    expect(result.error?.message).toBe("There are no sub-agents here.");
  });
});

describe("agent, what it may do", () => {
  const write = call("write", { file_path: "b.txt", content: "b" });
  const by = (verdict: "allow" | "ask" | "deny"): Policy => ({
    decide: ({ name }) => ({ verdict: name === "write" ? verdict : "allow", reason: `policy says ${verdict}` }),
  });

  it("is denied what its parent is denied, and what its type is", async () => {
    const typed: AgentType = { name: "general", description: "Typed.", instructions: "x", policy: by("allow") };
    for (const setting of [
      { policy: by("deny"), types: [typed] },
      { policy: by("allow"), types: [{ ...typed, policy: by("deny") }] },
    ]) {
      const { agent, workspace } = await scene({ steps: [write, { text: "end" }], ...setting });
      await agent();
      expect(await workspace.files.stat("/work/b.txt")).toBeUndefined();
    }
  });

  it("asks the parent's approver, with its name", async () => {
    const reasons: (string | undefined)[] = [];
    const approver: Approver = {
      async approve({ approvalId, reason }) {
        reasons.push(reason);
        return { approvalId, approve: true };
      },
    };
    const { agent, workspace } = await scene({ steps: [write, { text: "end" }], policy: by("ask"), approver });
    await agent({ description: "write\nb" });
    expect(reasons).toEqual([expect.stringMatching(/^\[agent ...: write b\] policy says ask$/)]);
    expect(await workspace.files.stat("/work/b.txt")).toBeDefined();
  });

  it("is denied what would have to be asked where nobody is", async () => {
    const { agent, workspace } = await scene({ steps: [write, { text: "end" }], policy: by("ask") });
    await agent();
    expect(await workspace.files.stat("/work/b.txt")).toBeUndefined();
  });

  it("has seen nothing that its parent has, plans for itself, and its changes are the parent's to undo", async () => {
    const edit = call("write", { file_path: "a.txt", content: "two" });
    const model = scripted([edit, call("read", { file_paths: ["a.txt"] }), edit, call("read_todos"), { text: "end" }]);
    const { agent, runner, authors } = await scene({ model });
    const context = { runId: "run-1", conversation: { channel: "test", chatId: "main" } };
    await runner.exec({ name: "read", arguments: { file_paths: ["a.txt"] } }, context);
    await runner.exec({ name: "write_todos", arguments: { todos: [{ content: "mine", status: "pending" }] } }, context);
    await agent();
    const last = JSON.stringify(model.requests.at(-1)?.messages);
    expect(last).toContain("NOT_READ a.txt");
    expect(last).not.toContain("mine");
    expect(authors).toMatchObject([
      { runId: "run-1", conversation: { channel: "test", chatId: "main" }, toolName: "write" },
    ]);
  });
});

describe("agent, many at once", () => {
  it("lets four work and eight wait, in order, and refuses more", async () => {
    const gate = new Gate();
    const late: string[] = [];
    const onAsyncResult: ToolLoopConfig["onAsyncResult"] = ({ message }) => void late.push(String(message.content));
    const { agent } = await scene({ model: gate, onAsyncResult });
    const started = [];
    for (let count = 0; count < 12; count++) started.push(await agent({ background: true, prompt: `task ${count}` }));
    expect(started.every(({ async, text }) => async && text.includes("works in the background"))).toBe(true);
    expect((await agent({ background: true })).error?.message).toBe("4 sub-agents are working and 8 are waiting.");
    await expect.poll(() => gate.asked.length).toBe(4);
    gate.open();
    await expect.poll(() => late.length).toBe(12);
    expect(gate.asked).toEqual(Array.from({ length: 12 }, (_, index) => `task ${index}`));
    expect(gate.most).toBe(4);
  });

  it("stops with its parent, also while it waits", async () => {
    const gate = new Gate();
    const { agent } = await scene({ model: gate, limits: { running: 1 } });
    const stop = new AbortController();
    const both = [agent({ prompt: "works" }, stop.signal), agent({ prompt: "waits" }, stop.signal)];
    await expect.poll(() => gate.asked).toEqual(["works"]);
    stop.abort();
    for (const { error } of await Promise.all(both)) expect(error?.code).toBe("aborted");
    gate.open();
    expect((await agent({ prompt: "next" })).text).toContain("completed");
    expect(gate.asked).toEqual(["works", "next"]);
  });

  it("is asked for one report at a time", async () => {
    const gate = new Gate();
    const { agent } = await scene({ model: gate });
    const { text } = await agent({ background: true });
    await expect.poll(() => gate.asked.length).toBe(1);
    expect((await agent({ agent_id: idIn(text) })).error?.message).toBe(`Agent ${idIn(text)} is still working.`);
    gate.open();
  });
});
