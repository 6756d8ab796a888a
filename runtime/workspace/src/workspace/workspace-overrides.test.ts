import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFolderAgent } from "../folder-agent/folder-agent.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { readTool } from "../tools/read/read.tool.ts";
import { TodoList } from "../tools/todos/todo-list.ts";
import { SeenFiles } from "../tracking/seen-files.ts";
import { workspaceOverrides } from "./workspace-overrides.ts";

const READ = { name: "read", arguments: { file_paths: ["a.txt"] } };

/** A logger that keeps what it is told loudly. */
function listening() {
  const lines: string[] = [];
  const keep = (message: string) => lines.push(message);
  return { lines, logger: { debug: () => {}, info: () => {}, warn: keep, error: keep } };
}

it("refuses a workspace in the place of its options, whose tools would work in the current folder", () => {
  const workspace: object = createMemoryWorkspace({ files: {} });
  expect(() => workspaceOverrides(workspace)).toThrow("workspaceOverrides takes an object of options, got a Promise.");
});

describe("a run that needs few of what it was given", () => {
  it("is told nothing of the others, and still of an id that was misspelt", async () => {
    const { lines, logger } = listening();
    const workspace = await createMemoryWorkspace({ files: { "a.txt": "one\n" } });
    const own = workspaceOverrides({ workspace, sandbox: "off", todos: new TodoList(), seenFiles: new SeenFiles() });
    const overrides = new Map([...own, ["toolwright.fetchr", () => undefined]]);
    const runner = new ToolRunner({ registry: new ToolRegistry([readTool()]), overrides, logger });
    const { result } = await runner.exec(READ, { runId: "run" });
    runner.endRun("run");
    expect(result.isError).toBe(false);
    await expect.poll(() => lines).toEqual([expect.stringContaining('"toolwright.fetchr"')]);
  });

  it("is told nothing in an agent over a folder", async () => {
    const { lines, logger } = listening();
    const root = await mkdtemp(join(tmpdir(), "quiet-"));
    onTestFinished(() => rm(root, { recursive: true }));
    await writeFile(join(root, "a.txt"), "one\n");
    const model = scripted([{ toolCalls: [READ] }, { text: "It says one." }]);
    const agent = await createFolderAgent({ root, home: root, stateDirectory: join(root, ".state"), model, logger });
    const { content } = await agent.run("What does it say?");
    await agent.close();
    expect([content, lines]).toEqual(["It says one.", []]);
  });
});
