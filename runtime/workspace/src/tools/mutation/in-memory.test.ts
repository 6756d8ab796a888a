import { type ToolCall, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../test/file-tools-bench.ts";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { applyPatchTool } from "../apply-patch/apply-patch.tool.ts";
import { editTool } from "../edit/edit.tool.ts";
import { readTool } from "../read/read.tool.ts";
import { writeTool } from "../write/write.tool.ts";

describe("the tools that change files", () => {
  it("work on a workspace in memory, and remember through a run what was written", async () => {
    const workspace = await createMemoryWorkspace();
    const runner = new ToolRunner({
      registry: new ToolRegistry([writeTool(), editTool(), applyPatchTool()]),
      overrides: new Map([[WORKSPACE.id, () => workspace]]),
    });
    const patch = "*** Begin Patch\n*** Update File: src/a\n*** Move to: b\n-2\n+two\n*** End Patch";
    const calls: ToolCall[] = [
      { name: "write", arguments: { file_path: "src/a", content: "1\n2\n" } },
      { name: "edit", arguments: { file_path: "src/a", old_string: "1", new_string: "one" } },
      { name: "apply_patch", arguments: { patch } },
    ];
    const texts = (await runner.execAll(calls, { runId: "run-1" })).map(textOf);
    expect(texts).toEqual([
      '{"created":"src/a"}',
      "Edited src/a: 1 replacement at line 1 (+1 −1)\n     1 -1\n     1 +one",
      "R src/a → b (+1 −1)",
    ]);
    expect(new TextDecoder().decode(await workspace.files.read("/work/b"))).toBe("one\ntwo\n");
    const left = await workspace.files.list("/state");
    for (const { name } of left) expect(await workspace.files.list(`/state/${name}`)).toEqual([]);
  });

  it("take what read has shown for read", async () => {
    const workspace = await createMemoryWorkspace({ files: { a: "1\n2\n3\n" } });
    const runner = new ToolRunner({
      registry: new ToolRegistry([readTool(), writeTool(), editTool()]),
      overrides: new Map([[WORKSPACE.id, () => workspace]]),
    });
    const steps: ToolCall[] = [
      { name: "read", arguments: { file_paths: ["a"], limit: 1 } },
      { name: "edit", arguments: { file_path: "a", old_string: "2", new_string: "two" } },
      { name: "write", arguments: { file_path: "a", content: "new\n" } },
      { name: "write", arguments: { file_path: "a", content: "new\n" } },
    ];
    const texts: string[] = [];
    for (const step of steps) texts.push(textOf(await runner.exec(step, { runId: "run-1" })));
    expect(texts.map((text) => text.split("\n")[0])).toEqual([
      "=== a ===",
      "Edited a: 1 replacement at line 2 (+1 −1)",
      "Error executing tool: NOT_READ Only a part of a was read before overwriting it, so nothing was changed. It is read now, as shown below. Make the same call again, or a corrected one.",
      "Overwrote a (3→1 lines)",
    ]);
  });
});
