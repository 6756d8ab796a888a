import { describe, expect, it } from "vitest";
import { fileToolsBench } from "../../../test/file-tools-bench.ts";
import { applyPatchTool } from "../apply-patch/apply-patch.tool.ts";
import { editTool } from "../edit/edit.tool.ts";
import { multiEditTool } from "../multi-edit/multi-edit.tool.ts";
import { writeTool } from "../write/write.tool.ts";

const tools = [writeTool(), editTool(), multiEditTool(), applyPatchTool()];
const SAME = [{ old_string: "one", new_string: "one" }];
const PATCH = "*** Begin Patch\n*** Update File: a\n@@\n-one\n+two\n*** End Patch";

describe("what a call of a tool that changes files is said to have changed", () => {
  it.each([
    ["write", { file_path: "a", content: "one\n" }, "nothing"],
    ["write", { file_path: "a", content: "two\n" }, undefined],
    ["write", { file_path: "empty", content: "" }, undefined],
    ["edit", { file_path: "a", old_string: "one", new_string: "one" }, "nothing"],
    ["edit", { file_path: "a", old_string: "one", new_string: "two" }, undefined],
    ["multi_edit", { file_path: "a", edits: [{ old_string: "one", new_string: "two" }] }, undefined],
    ["multi_edit", { file_path: "a", edits: SAME }, "nothing"],
    ["apply_patch", { patch: PATCH }, undefined],
    ["apply_patch", { patch: "*** Begin Patch\n*** Add File: empty\n*** End Patch" }, undefined],
  ] as const)("%s %j: %s", async (name, args, changed) => {
    const bench = await fileToolsBench(tools);
    await bench.put("a", "one\n");
    await bench.show("a");
    const { result } = await bench.settle(name, args);
    expect([result.isError, result.changed]).toEqual([false, changed]);
  });

  it.each(["edit", "apply_patch"])("%s only looks where it previews", (name) => {
    const { effects } = tools.find((tool) => tool.name === name) ?? expect.fail();
    expect([{ dry_run: true }, { dry_run: false }, {}].map((args) => effects.onlyLooks?.(args))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
