import { defineTool, ToolRegistry } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcpTools } from "../src/index.ts";
import { RegistryKeeper } from "../src/live/keep-in-registry.ts";
import { call, closing, connect, HELL, silent } from "./support/hell.ts";

const named = (name: string) => defineTool({ name, description: "", input: {}, execute: () => name });

describe("a registry that keeps a server's tools", () => {
  it("has them as the server's list is, when the call in which it changed has ended", async () => {
    const mcp = await connect("adds-tools");
    const registry = new ToolRegistry([named("own")]);
    mcp.keepIn(registry);
    expect(registry.list()).toEqual(["own", "hell__echo", "hell__old"]);
    const [echo] = mcp.tools;
    await call(mcp, "echo");
    expect(registry.list()).toEqual(["own", "hell__echo", "hell__new"]);
    expect(mcp.tools[0]).toBe(echo);
  });

  it("says of a call that comes after they were closed that nothing was called", async () => {
    const mcp = await connect("adds-tools");
    await mcp.close();
    const { message, result } = await call(mcp, "echo", { text: "a" });
    expect(message.content).toBe(
      'Error executing tool: The connection to the MCP server "hell" was closed. Nothing was called.',
    );
    expect(result.error?.code).toBe("execution_failed");
  });

  it("goes on without them once nobody keeps it", async () => {
    const mcp = await connect("adds-tools");
    const registry = new ToolRegistry();
    const stop = mcp.keepIn(registry);
    stop();
    await call(mcp, "echo");
    expect(registry.list()).toEqual(["hell__echo", "hell__old"]);
  });

  it("never touches tools of the program's own", () => {
    const names = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
    fc.assert(
      fc.property(names, fc.array(names), (own, lists) => {
        const ours = [...new Set(own)].map(named);
        const registry = new ToolRegistry(ours);
        const keeper = new RegistryKeeper(registry);
        for (const list of lists) {
          const tools = [...new Set(list)].map(named);
          keeper.update(tools);
          for (const tool of ours) expect(registry.get(tool.name)).toBe(tool);
          const expected = new Set([...ours, ...tools].map(({ name }) => name));
          expect(new Set(registry.list())).toEqual(expected);
        }
      }),
    );
  });
});

describe("a server that comes while others are there", () => {
  it("has its tools in every kept registry, and takes them along when it goes", async () => {
    const mcp = closing(await mcpTools({ servers: {}, logger: silent }));
    const registry = new ToolRegistry([named("own")]);
    mcp.keepIn(registry);
    const config = { command: process.execPath, args: [HELL, "adds-tools"], confirm: "never" } as const;
    expect(await mcp.add("hell", config)).toMatchObject({ name: "hell", state: "connected", tools: 2 });
    expect(registry.list()).toEqual(["own", "hell__echo", "hell__old"]);
    expect((await call(mcp, "echo", { text: "a" })).result.isError).toBe(false);
    await expect(mcp.add("hell", config)).rejects.toThrow("there is a server hell already");
    expect(await mcp.remove("hell")).toBe(true);
    expect([registry.list(), mcp.servers]).toEqual([["own"], []]);
    expect(await mcp.remove("hell")).toBe(false);
  });

  it("stands there with its problem where it cannot be used, and is refused where it cannot be", async () => {
    const mcp = closing(await mcpTools({ servers: {}, logger: silent }));
    await mcp.add("gone", { command: "/nowhere/at-all" });
    expect(mcp.servers).toEqual([expect.objectContaining({ name: "gone", state: "failed", tools: 0 })]);
    await expect(mcp.add("a b", { command: "true" })).rejects.toThrow(TypeError);
  });
});

describe("a large list of tools", () => {
  const step = (registry: ToolRegistry) => ({ step: 0, messages: [], tools: registry.tools() });
  const TOLD = ["own", "tool_search", "call_tool"];
  const names = async (prepared: unknown) => {
    const change: unknown = await prepared;
    return Object(change).tools?.map(({ name }: { name: string }) => name);
  };

  it("is found with tool_search, and not even its names are told", async () => {
    const mcp = await connect("many-tools");
    const registry = new ToolRegistry([named("own")]);
    mcp.keepIn(registry);
    const prepareStep = mcp.toolSearch({ limit: 3 });
    const change: unknown = await prepareStep(step(registry));
    expect(await names(change)).toEqual(TOLD);
    const found: unknown = await Object(change).tools[1].executeRaw('{"query": "tool 77"}');
    expect(JSON.stringify(found)).toContain("hell__tool-77");
    expect(Object(change).unlisted.map(({ name }: { name: string }) => name)).toContain("hell__tool-77");
    expect(await names(prepareStep(step(registry)))).toEqual(TOLD);
  });

  it("is told whole up to a number", async () => {
    const mcp = await connect("adds-tools");
    const registry = new ToolRegistry([named("own")]);
    mcp.keepIn(registry);
    expect(await mcp.toolSearch()(step(registry))).toBeUndefined();
    expect(await names(mcp.toolSearch({ above: 1 })(step(registry)))).toEqual(TOLD);
    expect(() => mcp.toolSearch({ above: -1 })).toThrow("toolSearch");
  });
});
