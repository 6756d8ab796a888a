import { ActivityStream, ToolManager, ToolValidator } from "@toolwright/core/class-tools";
import { ReadTool } from "@toolwright/workspace";
import { describe, expect, it, vi } from "vitest";
import { MyTool } from "./document/MyTool.ts";
import { Any, logger, setup } from "./trying.ts";

describe("the manager", () => {
  it("knows its tools, and tells a model of them", () => {
    const stream = new ActivityStream();
    const [one, two] = [new Any(stream, () => 1, "one"), new MyTool(stream)];
    const manager = new ToolManager([one, two], stream);
    expect([manager.getTool("one"), manager.getTool("my_tool"), manager.getTool("nobody")]).toEqual([
      one,
      two,
      undefined,
    ]);
    expect(manager.getFunctionDefinitions()).toEqual([one.getFunctionDefinition(), two.getFunctionDefinition()]);
    expect(() => new ToolManager([one, one], stream)).toThrow(/"one"/);
    expect([two.suppressExecutionAnimation, two.requiresConfirmation]).toEqual([false, false]);
  });

  it("refuses a name that it does not know, naming those it does", async () => {
    expect(await setup((one) => one.ok()).manager.executeTool("nobody", {})).toEqual({
      success: false,
      error: "Unknown tool: nobody",
      error_type: "validation_error",
      suggestion: "Available tools: any_tool",
    });
  });

  it("refuses the same call twice in a turn, whatever the order of its keys, and not in the next", async () => {
    const work = vi.fn((one: Any) => one.ok());
    const { manager } = setup(work);
    const results = [
      await manager.executeTool("any_tool", { a: 1, b: { c: 1, d: 2 } }),
      await manager.executeTool("any_tool", { b: { d: 2, c: 1 }, a: 1 }),
      await manager.executeTool("any_tool", { a: 2 }),
    ];
    manager.clearCurrentTurn();
    results.push(await manager.executeTool("any_tool", { a: 2 }));
    expect(results.map(({ success }) => success)).toEqual([true, false, true, true]);
    expect(results[1]?.error).toContain("Redundant tool call detected");
    expect(work).toHaveBeenCalledTimes(3);
  });

  it("lets a call that failed be made again", async () => {
    let fails = true;
    const { manager } = setup((one) => (fails ? one.bad("no", "user_error") : one.ok()));
    expect((await manager.executeTool("any_tool", { a: 1 })).success).toBe(false);
    fails = false;
    expect((await manager.executeTool("any_tool", { a: 1 })).success).toBe(true);
  });

  it.each([
    [{}, "Missing required parameter 'param1' for my_tool", 'Example: my_tool(param1="param1_value")'],
    [
      { param1: 5 },
      "Invalid type for parameter 'param1' in my_tool: Expected string, got number",
      "Expected string, got number",
    ],
    [
      { param1: ["a"] },
      "Invalid type for parameter 'param1' in my_tool: Expected string, got array",
      "Expected string, got array",
    ],
  ])("validates %j before the tool runs", async (args, error, suggestion) => {
    const stream = new ActivityStream();
    const tool = new MyTool(stream);
    const refused = { success: false, error, error_type: "validation_error", suggestion };
    expect(await new ToolManager([tool], stream, { logger }).executeTool("my_tool", args)).toEqual(refused);
    const { success: _, ...words } = refused;
    expect(new ToolValidator().validateArguments(tool, tool.getFunctionDefinition(), args)).toEqual({
      valid: false,
      ...words,
    });
  });

  it.each<[object, object, boolean]>([
    [{ type: "array", items: { type: "string" } }, { p: ["a"] }, true],
    [{ type: "array", items: { type: "string" } }, { p: ["a", 1] }, false],
    [{ type: "object", properties: { q: { type: "number" } }, required: ["q"] }, { p: { q: 1 } }, true],
    [{ type: "object", properties: { q: { type: "number" } }, required: ["q"] }, { p: {} }, false],
    [{ type: "object", properties: { q: { type: "number" } }, required: ["q"] }, { p: { q: "1" } }, false],
    [{ type: "boolean" }, { p: "true" }, false],
    [{ type: "integer" }, { p: 3.5 }, false],
    [{ type: "number" }, { p: "30" }, false],
    [{ type: "number" }, { p: null }, true],
    [{ type: "string" }, { p: undefined }, true],
    [{ type: "string" }, { p: "", other: 1 }, true],
  ])("and its validator judge %j by %j alike", async (schema, args, valid) => {
    const { tool, manager } = setup((one) => one.ok(), { properties: { p: schema } });
    expect(
      new ToolValidator().validateArguments(tool, tool.getFunctionDefinition(), args as Record<string, unknown>).valid,
    ).toBe(valid);
    expect((await manager.executeTool("any_tool", args)).success).toBe(valid);
  });

  it.each([[undefined], [null], ["{}"], [{}]])("takes %j for no arguments", async (args) => {
    expect((await setup((one) => one.ok()).manager.executeTool("any_tool", args)).success).toBe(true);
  });

  it("remembers what was read, until its state is cleared", async () => {
    const stream = new ActivityStream();
    const manager = new ToolManager([new ReadTool(stream)], stream, { workspace: import.meta.dirname, logger });
    const result = await manager.executeTool("read", { file_paths: ["main.ts", "missing.ts"], limit: 2 });
    expect(result).toMatchObject({ success: true, files_read: 1 });
    expect(String(result.content)).toMatch(/^=== .*main\.ts ===\n {5}1\timport /);
    expect([
      manager.hasFileBeenRead("./main.ts"),
      manager.hasFileBeenRead("missing.ts"),
      typeof manager.getFileReadTimestamp("main.ts"),
    ]).toEqual([true, false, "number"]);
    manager.clearState();
    expect(manager.hasFileBeenRead("main.ts")).toBe(false);
  });
});
