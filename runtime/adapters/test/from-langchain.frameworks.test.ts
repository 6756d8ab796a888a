import { fileURLToPath } from "node:url";
import { fromLangChainTools, type LangChainToolLike } from "@toolwright/adapters/langchain";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
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
