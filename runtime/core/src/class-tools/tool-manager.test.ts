import { beforeEach, describe, expect, it, vi } from "vitest";
import { kept, type Sample, SampleTool } from "../../test/sample-tool.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { Approver } from "../run/policy.ts";
import { secret } from "../secrets/secret.ts";
import { ToolManager, type ToolManagerOptions } from "./tool-manager.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

const activityStream = new ActivityStream();
const COMMAND = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };

function named(name: string, options: Partial<Sample> = {}) {
  const ran: object[] = [];
  const tool = new SampleTool(activityStream, {
    name,
    work: (args) => {
      ran.push(args);
      return { success: true, error: "", ran: name };
    },
    ...options,
  });
  return { tool, ran };
}

function manage(options: Partial<Sample> = {}, managed: ToolManagerOptions = {}) {
  const stream = new ActivityStream();
  const { tool, ran } = named("bash", options);
  return { manager: new ToolManager([tool], stream, managed), events: kept(stream), tool, ran };
}

describe("the tools of a manager", () => {
  it("are found by name", () => {
    const { manager, tool } = manage();
    expect(manager.getTool("bash")).toBe(tool);
    expect(manager.getTool("other")).toBeUndefined();
    expect(manager.getTool("toString")).toBeUndefined();
  });

  it("are told to a model in the order of the constructor, and always the same", () => {
    const [b, a] = [named("b", { parameters: COMMAND }), named("a")];
    const manager = new ToolManager([b.tool, a.tool], activityStream);
    const definitions = manager.getFunctionDefinitions();
    expect(definitions).toEqual([b.tool.getFunctionDefinition(), a.tool.getFunctionDefinition()]);
    expect(JSON.stringify(manager.getFunctionDefinitions())).toBe(JSON.stringify(definitions));
  });

  it("have different names", () => {
    expect(() => new ToolManager([named("x").tool, named("x").tool], activityStream)).toThrow('name "x"');
  });
});

describe("redaction", () => {
  it("that is required refuses tools whose class says nothing of it, and shows what the others list", async () => {
    expect(() => manage({}, { redaction: "required" })).toThrow("declare no allowlist: bash");
    class Listed extends SampleTool {
      override readonly allowlist = ["shown"];
    }
    const work = () => ({ success: true, error: "", shown: 1, hidden: 2 });
    const manager = new ToolManager([new Listed(activityStream, { name: "listed", work })], activityStream, {
      redaction: "required",
    });
    expect(await manager.executeTool("listed")).toEqual({ success: true, error: "", shown: 1 });
  });
});

describe("a refused call", () => {
  it("of an unknown tool names the known ones", async () => {
    const { manager, events } = manage();
    expect(await manager.executeTool("bish", {})).toEqual({
      success: false,
      error: "Unknown tool: bish",
      error_type: "validation_error",
      suggestion: "Available tools: bash",
    });
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_end"]);
  });

  it("shows of the caller's names no secrets, and not more than a text can bear", async () => {
    const parameters = { type: "object", additionalProperties: { type: "string" } };
    const { manager } = manage({ parameters });
    const token = `ghp_${"aB3dE6gH9".repeat(4)}`;
    expect((await manager.executeTool(`x ${token}`)).error).not.toContain(token);
    const { error } = await manager.executeTool("bash", { [`key ${token}`]: 1 });
    expect(error).toContain("Expected string, got number");
    expect(error).not.toContain(token);
    expect((await manager.executeTool("bash", { ["x".repeat(100_000)]: 1 })).error.length).toBeLessThan(3_000);
  });

  it("with a parameter missing shows how to make it", async () => {
    const { manager, ran } = manage({ parameters: COMMAND });
    expect(await manager.executeTool("bash", {})).toEqual({
      success: false,
      error: "Missing required parameter 'command' for bash",
      error_type: "validation_error",
      suggestion: 'Example: bash(command="ls -la")',
    });
    expect(ran).toEqual([]);
  });

  it("with a wrong type says which was expected", async () => {
    const { manager } = manage({ parameters: COMMAND });
    expect(await manager.executeTool("bash", { command: 5 })).toMatchObject({
      error: "Invalid type for parameter 'command' in bash: Expected string, got number",
      suggestion: "Expected string, got number",
    });
  });

  it("by rules that the validator has no words for keeps the runner's", async () => {
    const parameters = { type: "object", not: { required: ["a"] } };
    const { manager, ran } = manage({ parameters });
    expect(await manager.executeTool("bash", { a: 1 })).toMatchObject({
      success: false,
      error_type: "validation_error",
    });
    expect(ran).toEqual([]);
  });

  it("by the tool itself keeps the tool's words", async () => {
    const { manager } = manage({
      parameters: COMMAND,
      work: () => ({ success: false, error: "own words", error_type: "validation_error" }),
    });
    expect(await manager.executeTool("bash", { command: "x" })).toEqual({
      success: false,
      error: "own words",
      error_type: "validation_error",
    });
  });

  it("by the policy is a permission error", async () => {
    const policy = { decide: () => ({ verdict: "deny", reason: "Not today." }) as const };
    const { manager, ran } = manage({}, { policy });
    expect(await manager.executeTool("bash", {})).toMatchObject({
      error: "Not today.",
      error_type: "permission_error",
    });
    expect(ran).toEqual([]);
  });
});

describe("arguments", () => {
  it("may be nothing, or JSON text", async () => {
    const { manager, ran } = manage({}, { redundancy: "off" });
    for (const args of [undefined, null, "", " ", {}]) await manager.executeTool("bash", args);
    await manager.executeTool("bash", '{"a":1}');
    expect(ran).toEqual([{}, {}, {}, {}, {}, { a: 1 }]);
  });

  it.each([[[1]], [5], ["{"], ["[]"]])("are refused as %j", async (args) => {
    const { manager, ran } = manage();
    expect(await manager.executeTool("bash", args)).toMatchObject({ success: false, error_type: "validation_error" });
    expect(ran).toEqual([]);
  });

  it("lose the nulls of optional parameters, also inside", async () => {
    const text = { type: "string" };
    const inner = { type: "object", properties: { x: text, y: { type: ["string", "null"] } } };
    const { manager, ran } = manage({
      parameters: { type: "object", properties: { a: text, list: { items: inner } } },
    });
    expect(await manager.executeTool("bash", { a: null, list: [{ x: null, y: null }], other: null })).toMatchObject({
      success: true,
    });
    expect(ran).toEqual([{ list: [{ y: null }], other: null }]);
  });

  it("keep the null of a required one, which is then refused", async () => {
    const { manager } = manage({ parameters: COMMAND });
    expect((await manager.executeTool("bash", { command: null })).error).toContain("Expected string, got null");
  });
});

describe("confirmation", () => {
  const asked: string[] = [];
  const answering = (approve: boolean): Approver => ({
    approve: async ({ approvalId, toolName }) => {
      asked.push(toolName);
      return approve ? { approvalId, approve } : { approvalId, approve, reason: "Use the other tool." };
    },
  });

  it("without anybody to ask is denied, and the suggestion names the option", async () => {
    const { manager, ran } = manage({ confirms: true });
    const result = await manager.executeTool("bash", { command: "npm test" });
    expect(result).toMatchObject({ success: false, error_type: "permission_error" });
    expect(result.suggestion).toContain("`approver`");
    expect(ran).toEqual([]);
  });

  it("lets the call run, or gives the reason against it", async () => {
    expect(await manage({ confirms: true }, { approver: answering(true) }).manager.executeTool("bash")).toMatchObject({
      success: true,
    });
    expect(await manage({ confirms: true }, { approver: answering(false) }).manager.executeTool("bash")).toMatchObject({
      error: "Use the other tool.",
      error_type: "permission_error",
    });
  });

  it("is never asked for an invalid or repeated call", async () => {
    const { manager } = manage({ confirms: true, parameters: COMMAND }, { approver: answering(true) });
    asked.length = 0;
    await manager.executeTool("bash", {});
    await manager.executeTool("bash", { command: "x" });
    await manager.executeTool("bash", { command: "x" });
    expect(asked).toEqual(["bash"]);
  });
});

describe("events", () => {
  it("of a call are published once, on the manager's stream, whichever stream the tool has", async () => {
    const [own, stream] = [new ActivityStream(), new ActivityStream()];
    const [onOwn, onStream] = [kept(own), kept(stream)];
    const work = () => ({ success: true, error: "" });
    const tools = [new SampleTool(own, { name: "a", work }), new SampleTool(stream, { name: "b", work })];
    const manager = new ToolManager(tools, stream);
    await manager.executeTool("a");
    await manager.executeTool("b");
    expect(onOwn).toEqual([]);
    expect(onStream.map(({ type }) => type)).toEqual([
      ...["tool_call_start", "tool_call_end", "tool_call_start", "tool_call_end"],
    ]);
  });
});

describe("a stopped call", () => {
  it("settles, and a later one runs", async () => {
    const { manager } = manage({ work: () => new Promise(() => {}) }, { redundancy: "off" });
    const controller = new AbortController();
    const running = manager.executeTool("bash", {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect(await running).toMatchObject({ success: false, error_type: "system_error" });
  });
});

describe("what tools and their manager have in common", () => {
  it("is the workspace, as a tool's deps", async () => {
    for (const workspace of ["/somewhere", { root: "/somewhere" }]) {
      const { tool } = named("read", { work: () => ({ success: true, error: "", deps: tool.own.deps }) });
      const manager = new ToolManager([tool], activityStream, { workspace });
      expect(await manager.executeTool("read", { file_paths: ["a"] })).toMatchObject({ deps: { workspace } });
      expect(manager.hasFileBeenRead("/somewhere/a")).toBe(true);
    }
  });

  it("is the state, which is cleared in both", () => {
    const cleared: string[] = [];
    class Remembering extends SampleTool {
      override clearState(): void {
        cleared.push(this.name);
      }
    }
    const work = () => ({ success: true, error: "" });
    const tools = ["a", "b"].map((name) => new Remembering(activityStream, { name, work }));
    const manager = new ToolManager(tools, activityStream);
    manager.clearCurrentTurn();
    expect(cleared).toEqual([]);
    manager.clearState();
    expect(cleared).toEqual(["a", "b"]);
  });

  it("is a cache of large results, where one is given: else nobody could read what is kept", async () => {
    const work = () => ({ success: true, error: "", content: "line\n".repeat(20_000) });
    const cache = createMemoryOutputCache();
    const [without, given] = [manage({ work }), manage({ work }, { outputCache: cache })];
    expect(await without.manager.executeTool("bash")).not.toHaveProperty("output_ref");
    const { output_ref, content } = await given.manager.executeTool("bash");
    expect(String(content)).toHaveLength(100_000);
    expect(cache.recent({ channel: "", chatId: "" }, 2).map(({ id }) => id)).toEqual([output_ref]);
  });

  it("is what must never be shown, in results, chunks, events and errors", async () => {
    const pin = "correct horse battery";
    const work: Sample["work"] = (args, tool) => {
      tool.capture(args);
      tool.chunk("any", `asked ${pin}\n`);
      return "fails" in args ? tool.failure(`no ${pin}`) : { success: true, error: "", content: `it is ${pin}` };
    };
    const { manager, events } = manage({ work }, { secrets: [secret("pin", pin)] });
    expect(await manager.executeTool("bash", { pin })).toMatchObject({ content: "it is [secret:pin]" });
    expect(await manager.executeTool("bash", { pin, fails: true })).toMatchObject({ success: false });
    expect(JSON.stringify(events)).toContain("asked [secret:pin]");
    expect(JSON.stringify(events)).not.toContain(pin);
    const alone = new SampleTool(activityStream, { work }, { secrets: [secret("pin", pin)] });
    expect(await alone.execute({ pin })).toMatchObject({ content: "it is [secret:pin]" });
  });
});
