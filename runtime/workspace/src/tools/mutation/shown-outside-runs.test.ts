import { toAiSdkTools } from "@toolwright/adapters/ai-sdk";
import { type Logger, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { fileToolsBench, textOf } from "../../../test/file-tools-bench.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { editTool } from "../edit/edit.tool.ts";
import { readTool } from "../read/read.tool.ts";
import { writeTool } from "../write/write.tool.ts";

const TOOLS = [readTool(), writeTool(), editTool()];
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function folder() {
  const bench = await fileToolsBench(TOOLS);
  await bench.put("a", "old\n");
  const overrides = workspaceOverrides({ workspace: bench.workspace });
  return { bench, runner: new ToolRunner({ registry: new ToolRegistry(TOOLS), logger: SILENT, overrides }) };
}

describe("calls of which nobody says to which run they belong", () => {
  const write = { file_path: "a", content: "new\n" };

  it("make the same call again, in the tools of AI SDK", async () => {
    const { bench, runner } = await folder();
    const tools = toAiSdkTools(runner);
    const call = (toolCallId: string) => tools.write?.execute?.(write, { toolCallId, messages: [] });
    await expect(call("1")).rejects.toThrow("NOT_READ");
    await call("2");
    expect(await bench.text("a")).toBe("new\n");
  });

  it("know what was read before, and nothing of another conversation", async () => {
    const { bench, runner } = await folder();
    const one = { conversation: { channel: "web", chatId: "1" } };
    const other = { conversation: { channel: "web", chatId: "2" } };
    await runner.exec({ name: "read", arguments: { file_paths: ["a"] } }, one);
    const call = { name: "write", arguments: write };
    expect(textOf(await runner.exec(call, other))).toContain("NOT_READ");
    expect(textOf(await runner.exec(call, one))).toBe("Overwrote a (1→1 lines)");
    expect(await bench.text("a")).toBe("new\n");
  });

  it("do not know what changed since", async () => {
    const { bench, runner } = await folder();
    const call = { name: "write", arguments: write };
    await runner.exec(call);
    await bench.put("a", "theirs\n");
    expect(textOf(await runner.exec(call))).toContain("STALE");
    expect(await bench.text("a")).toBe("theirs\n");
  });
});
