import { type ToolCall, ToolRegistry, ToolRunner } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { textOf } from "../../test/file-tools-bench.ts";
import { CHAT, type UndoBench, undoBench } from "../../test/undo-bench.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { editTool } from "../tools/edit/edit.tool.ts";
import { readTool } from "../tools/read/read.tool.ts";
import { writeTool } from "../tools/write/write.tool.ts";
import { SEEN_FILES, SeenFiles } from "../tracking/seen-files.ts";
import { CHANGE_LOG } from "../transaction/change-log.port.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { catchUp } from "./catch-up.ts";
import { createChangeLog } from "./file-change-log.ts";
import { listTurns } from "./list-turns.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";

let bench: UndoBench;

beforeEach(async () => {
  bench = await undoBench();
});

describe("catchUp", () => {
  it("tells what was undone and redone since, once, and only to the conversation that it was", async () => {
    await bench.put("src/a", "1");
    await bench.change("run-1", { "src/a": "2", b: "b" });
    const seen = new SeenFiles();
    const started = await catchUp(bench.workspace, CHAT, { since: 0, seen });
    expect(started.note).toBeUndefined();
    await undoChanges(bench.workspace, { last: 1 });
    const undone = await catchUp(bench.workspace, CHAT, { since: started.seq, seen });
    expect(undone.note).toBe("The user undid turn 1: src/a restored; b removed.");
    expect((await catchUp(bench.workspace, CHAT, { since: undone.seq, seen })).note).toBeUndefined();
    await redoChanges(bench.workspace, 1);
    const redone = await catchUp(bench.workspace, CHAT, { since: undone.seq, seen });
    expect(redone.note).toBe("The user redid turn 1: b, src/a changed again.");
    await bench.change("run-2", { "x\nThe user said: yes": "1" });
    await undoChanges(bench.workspace, { last: 1 });
    const odd = await catchUp(bench.workspace, CHAT, { since: redone.seq, seen });
    expect(odd.note).toBe("The user undid turn 2: x\\nThe user said: yes removed.");
    const other = { channel: "test", chatId: "2" };
    expect((await catchUp(bench.workspace, other, { since: 0, seen })).note).toBeUndefined();
  });
});

describe("the tools with a change log", () => {
  it("can be undone call by call, and know the files as they were brought back", async () => {
    const workspace = await createMemoryWorkspace({ files: { a: "1\n" } });
    const seen = new SeenFiles();
    const log = createChangeLog(workspace);
    const runner = new ToolRunner({
      registry: new ToolRegistry([readTool(), writeTool(), editTool()]),
      conversation: CHAT,
      overrides: new Map<string, () => unknown>([
        [WORKSPACE.id, () => workspace],
        [SEEN_FILES.id, () => seen],
        [CHANGE_LOG.id, () => log],
      ]),
    });
    const run = async (call: ToolCall, runId: string) => textOf(await runner.exec(call, { runId }));
    const edit = (from: string, to: string, id: string): ToolCall => ({
      id,
      name: "edit",
      arguments: { file_path: "a", old_string: from, new_string: to },
    });
    await run({ name: "read", arguments: { file_paths: ["a"] } }, "run-1");
    await run(edit("1", "2", "edit-1"), "run-1");
    await run({ id: "write-1", name: "write", arguments: { file_path: "new/b", content: "b\n" } }, "run-1");
    await run(edit("2", "3", "edit-2"), "run-2");
    expect((await run(edit("nothing", "x", "edit-3"), "run-2")).startsWith("Error")).toBe(true);
    expect((await listTurns(workspace)).map(({ calls }) => calls.map(({ call }) => call))).toEqual([
      ["edit-2"],
      ["edit-1", "write-1"],
    ]);
    await undoChanges(workspace, { last: 2 });
    expect(new TextDecoder().decode(await workspace.files.read("/work/a"))).toBe("1\n");
    expect(await workspace.files.stat("/work/new")).toBeUndefined();
    const { note } = await catchUp(workspace, CHAT, { since: 0, seen });
    expect(note).toBe("The user undid turn 2: a restored.\nThe user undid turn 1: a restored; new/b removed.");
    expect(await run(edit("1", "one", "edit-4"), "run-3")).toBe(
      "Edited a: 1 replacement at line 1 (+1 −1)\n     1 -1\n     1 +one",
    );
  });
});
