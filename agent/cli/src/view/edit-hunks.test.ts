import { type JsonObject, ToolRegistry, ToolRunner } from "@toolwright/core";
import { fileHunksIn } from "@toolwright/view";
import {
  applyPatchTool,
  createMemoryWorkspace,
  editTool,
  multiEditTool,
  WORKSPACE,
  writeTool,
} from "@toolwright/workspace";
import { expect, it } from "vitest";

it("the tools that change files tell pages what they did as data", async () => {
  const workspace = await createMemoryWorkspace();
  const runner = new ToolRunner({
    registry: new ToolRegistry([writeTool(), editTool(), multiEditTool(), applyPatchTool()]),
    overrides: new Map([[WORKSPACE.id, () => workspace]]),
    redaction: "required",
  });
  const done = async (name: string, args: JsonObject) =>
    fileHunksIn((await runner.execAll([{ name, arguments: args }], { runId: "run-1" }))[0]?.result.artifact);

  const created = {
    path: "a",
    change: "created",
    added: 2,
    removed: 0,
    hunks: [{ oldStart: 0, newStart: 1, text: "+1\n+2" }],
  };
  expect(await done("write", { file_path: "a", content: "1\n2\n" })).toEqual([created]);
  const one = { added: 1, removed: 1 };
  expect(await done("edit", { file_path: "a", old_string: "2", new_string: "two" })).toEqual([
    { ...one, path: "a", change: "modified", hunks: [{ oldStart: 1, newStart: 1, text: " 1\n-2\n+two" }] },
  ]);
  const edits = [{ old_string: "1", new_string: "one" }];
  expect(await done("multi_edit", { file_path: "a", edits })).toEqual([
    { ...one, path: "a", change: "modified", hunks: [{ oldStart: 1, newStart: 1, text: "-1\n+one\n two" }] },
  ]);
  const patch = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n-two\n+2\n*** Add File: c\n+x\n*** End Patch";
  expect(await done("apply_patch", { patch })).toEqual([
    { ...one, path: "b", change: "moved", from: "a", hunks: [{ oldStart: 1, newStart: 1, text: " one\n-two\n+2" }] },
    { path: "c", change: "created", added: 1, removed: 0, hunks: [{ oldStart: 0, newStart: 1, text: "+x" }] },
  ]);
});
