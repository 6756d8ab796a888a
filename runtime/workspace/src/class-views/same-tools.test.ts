import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ActivityStream,
  type Approver,
  type Json,
  runToolLoop,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { BaseTool, type FlatResult, ToolManager } from "@toolwright/core/class-tools";
import { scripted } from "@toolwright/models";
import { afterEach, describe, expect, it, vi } from "vitest";
import { withoutTime } from "../../test/bash-bench.ts";
import { agentTool } from "../tools/agent/agent.tool.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import { editTool } from "../tools/edit/edit.tool.ts";
import { globTool } from "../tools/glob/glob.tool.ts";
import { grepTool } from "../tools/grep/grep.tool.ts";
import { readTool } from "../tools/read/read.tool.ts";
import { writeTool } from "../tools/write/write.tool.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { scene, YES } from "./class-views.test-data.ts";
import { AgentTool, BashTool, EditTool, GlobTool, GrepTool, ReadTool, WriteTool } from "./tools.ts";

const CLASSES = [BashTool, ReadTool, WriteTool, EditTool, GrepTool, GlobTool, AgentTool];
const TOOLS = [bashTool, readTool, writeTool, editTool, grepTool, globTool, agentTool];

afterEach(() => vi.restoreAllMocks());

/** A conversation that fails and succeeds with each of them. */
const STEPS = [
  ["read", { file_paths: ["a.txt", "no.txt"] }],
  ["read", { file_paths: ["no.txt", "neither.txt"] }],
  ["edit", { file_path: "a.txt", old_string: "two", new_string: "2" }],
  ["write", { file_path: "b.txt", content: "x\n" }],
  ["edit", { file_path: "b.txt", old_string: "x", new_string: "y", dry_run: true }],
  ["grep", { pattern: "one" }],
  ["glob", { pattern: "*.txt" }],
  ["bash", { command: "echo out; exit 3" }],
] as const;

async function answers(tools: readonly Tool[]): Promise<readonly unknown[]> {
  const { root, workspace } = await scene();
  await writeFile(join(root, "a.txt"), "one\ntwo\n");
  const steps = STEPS.map(([name, args]) => ({ toolCalls: [{ name, arguments: args }] }));
  // Which sandbox a machine has, and that it has none, is not what is compared.
  const overrides = workspaceOverrides({ workspace, sandbox: "off" });
  const model = scripted([...steps, { text: "done" }]);
  const { messages } = await runToolLoop({ model, tools, overrides, approver: YES }, [{ role: "user", content: "go" }]);
  return messages.filter(({ role }) => role === "tool").map(({ content }) => withoutTime(String(content)));
}

describe("the classes", () => {
  it("have the names, descriptions, effects and limits of the tools", () => {
    const stream = new ActivityStream();
    const about = ({ name, description, effects, spec: { boundsOutput } }: Tool) => {
      return { name, description, effects, boundsOutput };
    };
    const classes = CLASSES.map((Class) => new Class(stream).asTool());
    expect(classes.map(about)).toEqual(TOOLS.map((make) => about(make())));
  });

  it("have all else that the tools declare, but what their flat results need", () => {
    const stream = new ActivityStream();
    // Flat results are of the class, so that the tool's own schema and list are not theirs; times are a little longer.
    const OWN = new Set("input output allowlist allowUserText timeoutMs requiresConfirmation streamsOutput".split(" "));
    const declared = ({ spec }: Tool) =>
      Object.entries({ ...spec, suppressExecutionAnimation: undefined, execute: undefined }).flatMap(([key, value]) =>
        OWN.has(key) || value === undefined ? [] : [[key, typeof value === "function" ? "a function" : value]],
      );
    for (const [index, Class] of CLASSES.entries()) {
      const tool = new Class(stream).asTool();
      expect(Object.fromEntries(declared(tool))).toEqual(Object.fromEntries(declared(TOOLS[index]?.() ?? tool)));
    }
  });

  it("show the person who is asked what the tools show", async () => {
    const { root, stream, workspace } = await scene();
    await writeFile(join(root, "a.txt"), "one\n");
    const shown: unknown[] = [];
    const ask: Approver = {
      approve: async ({ approvalId, preview }) => {
        shown.push(preview);
        return { approvalId, approve: false };
      },
    };
    const policy = { decide: () => ({ verdict: "ask" }) as const };
    const overrides = workspaceOverrides({ workspace, sandbox: "off" });
    const call = { name: "write", arguments: { file_path: "b.txt", content: "x\n" } };
    for (const tool of [writeTool(), new WriteTool(stream, { workspace })])
      await new ToolRunner({ registry: new ToolRegistry([tool]), approver: ask, policy, overrides }).exec(call);
    expect(shown[0]).toBeDefined();
    expect(shown[1]).toEqual(shown[0]);
  });

  it("are offered with the parameters of the tools, but none that nobody could follow up", () => {
    const stream = new ActivityStream();
    const properties = ({ name, definition }: Tool) =>
      Object.keys(Object(definition.parameters.properties)).filter((one) => name !== "bash" || one !== "background");
    const classes = CLASSES.map((Class) => properties(new Class(stream).asTool()));
    expect(classes).toEqual(TOOLS.map((make) => properties(make())));
    expect(Object(new BashTool(stream).asTool().definition.parameters.properties)).not.toHaveProperty("background");
  });

  it("tell a model what the tools tell it, in the workspace of its run", async () => {
    const stream = new ActivityStream();
    const plain = await answers(TOOLS.map((make) => make()));
    const classes = await answers(CLASSES.map((Class) => new Class(stream).asTool()));
    // An error of a class tool starts with the call.
    const unnamed = classes.map((content) => String(content).replace(/^(Error executing tool: )read\(.*?\): /, "$1"));
    expect(unnamed).toEqual(plain);
    expect(plain).toHaveLength(STEPS.length);
  });

  it("have a result that reads flat from its event", async () => {
    const { root, stream, events, workspace } = await scene();
    await writeFile(join(root, "a.txt"), "one\n");
    const tool = new ReadTool(stream, { workspace });
    const flat = await new ToolManager([tool], stream).executeTool("read", { file_paths: ["a.txt"] });
    const end = events.findLast((event) => event.type === "tool_call_end");
    expect(end?.type === "tool_call_end" && tool.flatOf(end.data.result)).toEqual(flat);
    expect(tool.flatOf(flat)).toBe(flat);
  });

  it("keep what a subclass adds", async () => {
    class Marked extends BashTool {
      override readonly description = "Run a command, and say so.";
      protected override async executeImpl(args: object): Promise<FlatResult> {
        return { ...(await super.executeImpl(args)), marked: true };
      }
    }
    const { stream, workspace } = await scene();
    const tool = new Marked(stream, { workspace });
    expect(tool.getFunctionDefinition().function.description).toBe("Run a command, and say so.");
    expect(await tool.execute({ command: "echo x; echo y >&2" })).toEqual({
      success: true,
      error: "y\n",
      output: "x\n",
      return_code: 0,
      marked: true,
    });
  });

  it("work side by side in folders of their own", async () => {
    const { root, stream } = await scene();
    for (const name of ["left", "right"]) {
      await mkdir(join(root, name));
      await writeFile(join(root, name, "a.txt"), name);
    }
    const [left, right] = ["left", "right"].map((name) => new ReadTool(stream, { workspace: join(root, name) }));
    const both = [left, right, left].map((tool) => tool?.execute({ file_paths: ["a.txt"] }));
    const shown = (await Promise.all(both)).map((result) => /\tl|\tr/.exec(String(result?.content))?.[0]);
    expect(shown).toEqual(["\tl", "\tr", "\tl"]);
  });

  it("fail in a folder that is not there, and work in it once it is", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { root, stream } = await scene();
    const tool = new ReadTool(stream, { workspace: join(root, "later") });
    const missing = await tool.execute({ file_paths: ["a.txt"] });
    expect(missing).toMatchObject({ success: false, error_type: "system_error" });
    await mkdir(join(root, "later"));
    await writeFile(join(root, "later", "a.txt"), "one\n");
    expect(await tool.execute({ file_paths: ["a.txt"] })).toMatchObject({ success: true, files_read: 1 });
  });

  it("take null for an optional parameter as left out", async () => {
    const { root, stream, workspace } = await scene();
    await writeFile(join(root, "a.txt"), "one\n");
    const args = { file_paths: ["a.txt"], limit: null, offset: null };
    expect(await new ReadTool(stream, { workspace }).execute(args)).toMatchObject({ success: true, files_read: 1 });
  });

  it("say no more of an unexpected exception than their runner may", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { stream, workspace } = await scene();
    const files = {
      ...workspace.files,
      stat: async () => {
        throw new RangeError("the inner workings");
      },
    };
    const tool = new ReadTool(stream, { workspace: { ...workspace, files } });
    const args: Json = { file_paths: ["a.txt"] };
    expect((await tool.execute(args)).error).toContain("the inner workings");
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const runner = new ToolRunner({ registry: new ToolRegistry([tool.asTool()]), thrownErrors: "safe", logger });
    const { result } = await runner.exec({ name: "read", arguments: args });
    expect(JSON.stringify(result)).not.toContain("inner workings");
    expect(tool).toBeInstanceOf(BaseTool);
  });
});
