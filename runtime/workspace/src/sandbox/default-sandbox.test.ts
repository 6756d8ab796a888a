import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActivityStream, type Approver, ToolRegistry, ToolRunner } from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withoutTime } from "../../test/bash-bench.ts";
import { BashTool } from "../class-views/tools.ts";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { createSandbox } from "./create-sandbox.ts";

const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

let base: string;
let workspace: Workspace;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "default-sandbox-")));
  spawnSync("mkdir", ["work", "home"], { cwd: base });
  workspace = await createLocalWorkspace({
    root: join(base, "work"),
    home: join(base, "home"),
    stateDirectory: join(base, "state"),
  });
});

afterEach(() => rm(base, { recursive: true }));

const isHere = await mkdtemp(join(tmpdir(), "sandbox-probe-"))
  .then(async (root) => createLocalWorkspace({ root, home: "/root", stateDirectory: `${root}-state` }))
  .then(async (probed) => (await createSandbox(probed)).ok);

function runnerOf(tool: ReturnType<typeof bashTool>, of: Workspace = workspace) {
  const runner = new ToolRunner({
    registry: new ToolRegistry([tool]),
    approver: YES,
    overrides: workspaceOverrides({ workspace: of }),
  });
  return async (command: string) =>
    withoutTime(String((await runner.exec({ name: "bash", arguments: { command } })).message.content));
}

const LINE = () => `echo in > a.txt; echo out > ${base}/b.txt; cat a.txt`;

describe("the sandbox that nobody asked for", () => {
  it.skipIf(!isHere)("holds what bash runs, in a program and in the class", async () => {
    expect(await runnerOf(bashTool())(LINE())).toContain("in\n");
    const stream = new ActivityStream();
    const manager = new ToolManager([new BashTool(stream, { workspace })], stream, { approver: YES });
    expect(await manager.executeTool("bash", { command: LINE() })).toMatchObject({ output: "in\n" });
    await expect(readFile(join(base, "b.txt"))).rejects.toThrow("ENOENT");
  });

  it("can be done without, in so many words", async () => {
    expect(await runnerOf(bashTool({ sandbox: "off" }))(LINE())).toBe("in\n[exit 0]");
    expect(await readFile(join(base, "b.txt"), "utf8")).toBe("out\n");
  });

  it("is missed with the first command of a process, and only then", () => {
    const program = `
      import { ToolRegistry, ToolRunner } from "@toolwright/core";
      import { bashTool, createLocalWorkspace, workspaceOverrides } from "@toolwright/workspace";
      const workspace = await createLocalWorkspace({ root: "${base}/work", home: "${base}/work", stateDirectory: "${base}/s" });
      const registry = new ToolRegistry([bashTool({ asks: false })]);
      const runner = new ToolRunner({ registry, overrides: workspaceOverrides({ workspace }) });
      for (const command of ["echo 1", "echo 2"])
        console.log((await runner.exec({ name: "bash", arguments: { command } })).message.content);`;
    const args = ["--conditions=@toolwright/source", "--input-type=module", "-e", program];
    const { stdout } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
    expect(withoutTime(stdout)).toMatch(
      /^1\n\[commands run without a sandbox here: .*home.*\]\n\[exit 0\]\n2\n\[exit 0\]\n$/,
    );
  });
});
