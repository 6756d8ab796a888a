import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Approver, type JsonObject, secret, ToolRegistry, ToolRunner } from "@toolwright/core";
import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import { createFileOutputCache } from "../src/outputs/file-output-cache.adapter.ts";
import { createSandbox } from "../src/sandbox/create-sandbox.ts";
import type { Sandbox } from "../src/sandbox/sandbox.port.ts";
import { bashTool } from "../src/tools/bash/bash.tool.ts";
import { bashKillTool, bashOutputTool } from "../src/tools/bash/bash-jobs.tool.ts";
import { BackgroundJobs } from "../src/tools/bash/jobs/background-jobs.ts";
import { doneTool } from "../src/tools/done/done.tool.ts";
import { editTool } from "../src/tools/edit/edit.tool.ts";
import { readTool } from "../src/tools/read/read.tool.ts";
import { SeenFiles } from "../src/tracking/seen-files.ts";
import type { Workspace } from "../src/workspace/workspace.port.ts";
import { workspaceOverrides } from "../src/workspace/workspace-overrides.ts";

const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

async function ownSandbox(workspace: Workspace): Promise<Sandbox> {
  const made = await createSandbox(workspace);
  if (made.ok) return made.sandbox;
  throw new Error(made.reason);
}

/** What `bash` said, without how long it took: on a busy machine any command may take long enough to say so. */
export function withoutTime(text: string): string {
  return text.replace(/(?<=\[[^\n]*) · \d+\.\ds(?=[^\n]*\]$)/gm, "");
}

/**
 * A real folder, the tools around `bash`, and one conversation; commands are held by nothing unless a sandbox is given.
 */
export async function bashBench(
  options: { readonly sandbox?: Sandbox | "own"; readonly defaultTimeout?: number; readonly killGraceMs?: number } = {},
) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "bash-bench-")));
  const { sandbox = "off", defaultTimeout = 60, killGraceMs = 300 } = options;
  const made = await createLocalWorkspace({ root: base, stateDirectory: join(base, "state"), killGraceMs });
  const workspace = { ...made, root: join(base, "work") };
  await workspace.files.makeDirectory(workspace.root);
  const outputs = createFileOutputCache({ directory: join(base, "outputs") });
  const jobs = new BackgroundJobs();
  const secrets = [secret("pin", "hunter2-hunter2")];
  const overrides = workspaceOverrides({
    workspace,
    outputs,
    seenFiles: new SeenFiles(),
    backgroundJobs: jobs,
    sandbox: sandbox === "own" ? await ownSandbox(workspace) : sandbox,
  });
  const tools = [bashTool({ defaultTimeout }), bashOutputTool(), bashKillTool(), readTool(), editTool(), doneTool()];
  const runnerFor = (chatId: string) =>
    new ToolRunner({
      registry: new ToolRegistry(tools),
      outputCache: outputs,
      cacheTools: true,
      secrets,
      overrides,
      approver: YES,
      conversation: { channel: "test", chatId },
    });
  const runner = runnerFor("1");
  const settle = (name: string, args: JsonObject = {}, by = runner) => by.exec({ name, arguments: args });
  return {
    workspace,
    jobs,
    outputs,
    runner,
    otherChat: runnerFor("2"),
    settle,
    run: async (name: string, args: JsonObject = {}, by = runner) =>
      withoutTime(String((await settle(name, args, by)).message.content)),
    async dispose() {
      await jobs.end();
      await rm(base, { recursive: true });
    },
  };
}
