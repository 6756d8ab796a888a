import { appendFile, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { createCommandChanges } from "../../undo/snapshots/command-changes.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { bashTool } from "./bash.tool.ts";

const LINES: readonly [string, string | undefined, string | undefined][] = [
  ["echo more >> a", undefined, undefined],
  ["echo more >> a; false", undefined, "unknown"],
  ["echo more >> a; kill -TERM $$", undefined, "unknown"],
  ["echo x > ignored.log; false", "unknown", "unknown"],
  ["false", "unknown", "unknown"],
  ["node -e 0", "unknown", undefined],
  ["mend-it-all a", "nothing", "nothing"],
  ["mend-it-all > a", undefined, "unknown"],
  ["mend-it-all $(echo x >> a)", undefined, "unknown"],
  ["touch new; mend-it-all", undefined, "unknown"],
];

async function bash(line: string, isRecorded: boolean) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "changed-by-")));
  onTestFinished(() => rm(base, { recursive: true }));
  const root = join(base, "work");
  const made = await createLocalWorkspace({ root: base, stateDirectory: join(base, "state") });
  const workspace = { ...made, root };
  await workspace.files.makeDirectory(root);
  await writeFile(join(root, "a"), "a\n");
  await appendFile(join(root, ".gitignore"), "*.log\n");
  const commandChanges = isRecorded ? { commandChanges: createCommandChanges(workspace) } : {};
  const tools: Tool[] = [bashTool({ sandbox: "off", asks: false })];
  const overrides = workspaceOverrides({ workspace, ...commandChanges });
  const runner = new ToolRunner({ registry: new ToolRegistry(tools), overrides });
  return (await runner.exec({ name: "bash", arguments: { command: line } })).result.changed;
}

describe("what a line is said to have changed", () => {
  it.each(LINES)("`%s`: %s where files are recorded, else %s", async (line, recorded, unrecorded) => {
    expect([await bash(line, true), await bash(line, false)]).toEqual([recorded, unrecorded]);
  });
});
