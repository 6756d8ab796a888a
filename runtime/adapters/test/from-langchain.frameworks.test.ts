import { fileURLToPath } from "node:url";
import { fromLangChainTools, type LangChainToolLike, toLangChainTools } from "@toolwright/adapters/langchain";
import { defineTool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";

interface Own {
  readonly ownTools: () => { readonly add: LangChainToolLike; readonly fails: LangChainToolLike };
}

const path = fileURLToPath(new URL("../../../checks/frameworks/subjects/langchain.ts", import.meta.url));
const { ownTools }: Own = await import(path);

describe("fromLangChainTools", () => {
  it("makes tools that ask, unless it is said what they do, and keeps what a runner promises", async () => {
    const { add, fails } = ownTools();
    const tools = await fromLangChainTools([add, fails], { effects: { add: "read" } });
    expect(tools.map(({ name, effects, spec }) => [name, effects.kind, spec.requiresConfirmation])).toEqual([
      ["add", "read", false],
      ["fails", "external", true],
    ]);
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const approver = {
      approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: true }) as const,
    };
    const runner = new ToolRunner({ registry: new ToolRegistry(tools), logger, approver });
    const said = async (name: string, args: string) => (await runner.exec({ name, arguments: args })).message.content;
    expect(await said("add", '{"a":"2"}')).toBe("3");
    expect(await said("add", '{"b":2}')).toContain("/a");
    expect(await said("fails", "{}")).not.toContain("hunter2");
    expect(await said("fails", "{}")).toContain("Error");
    await expect(fromLangChainTools([{ name: "x" }])).rejects.toThrow(/x has no invoke/);
  });
});

describe("toLangChainTools", () => {
  it("gives what a tool says to a program that calls it by its arguments, a message to one that has a call of a model", async () => {
    const weather = defineTool({
      name: "weather",
      description: "The weather.",
      input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      effects: "read",
      execute: ({ city }: { city?: string }) => `rain in ${city}`,
    });
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const [tool] = await toLangChainTools(new ToolRunner({ registry: new ToolRegistry([weather]), logger }));
    expect(await tool?.invoke({ city: "Bergen" })).toBe("rain in Bergen");
    await expect(tool?.invoke({ town: "Bergen" })).rejects.toMatchObject({ code: "invalid_arguments" });
    const call = { type: "tool_call", id: "c1", name: "weather", args: { city: "Bergen" } };
    expect(await tool?.invoke(call)).toMatchObject({ content: "rain in Bergen", tool_call_id: "c1" });
    expect(await tool?.invoke({ ...call, args: {} })).toMatchObject({ status: "error" });
  });
});
