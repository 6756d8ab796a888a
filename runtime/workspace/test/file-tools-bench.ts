import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type JsonObject,
  type RunnerOptions,
  type SettledCall,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { onTestFinished } from "vitest";
import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import { readTool } from "../src/tools/read/read.tool.ts";
import { SEEN_FILES, SeenFiles } from "../src/tracking/seen-files.ts";
import { CHANGE_LOG, type ChangeLog } from "../src/transaction/change-log.port.ts";
import type { Workspace } from "../src/workspace/workspace.port.ts";
import { WORKSPACE } from "../src/workspace/workspace-key.ts";

/** A real folder and a runner over one set of tools. */
export interface FileToolsBench {
  readonly workspace: Workspace;
  readonly runner: ToolRunner;
  readonly seen: SeenFiles;
  /** What the change log was told, one entry a call. */
  readonly logged: { toolName: string; paths: string[] }[];
  /** Whether each of these changes was made. */
  readonly settled: boolean[];
  path(name: string): string;
  /** Writes a file as somebody else would. */
  put(name: string, content: string | Uint8Array): Promise<void>;
  /** What `read` will do: the agent has seen the whole file. */
  show(name: string, complete?: boolean): Promise<void>;
  text(name: string): Promise<string>;
  /** Runs a tool and gives what the model reads. */
  run(name: string, args: JsonObject): Promise<string>;
  settle(name: string, args: JsonObject): Promise<SettledCall>;
  /** Another agent in the same folder. */
  otherAgent(): ToolRunner;
}

/** Makes a bench of these tools and `read` in a fresh folder, which goes when the test ends. */
export async function fileToolsBench(
  tools: readonly Tool[],
  options: Partial<RunnerOptions> = {},
): Promise<FileToolsBench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "file-tools-")));
  onTestFinished(() => rm(base, { recursive: true }));
  const made = await createLocalWorkspace({ root: base, stateDirectory: join(base, "state") });
  const workspace: Workspace = { ...made, root: join(base, "work") };
  await workspace.files.makeDirectory(workspace.root);
  const logged: FileToolsBench["logged"] = [];
  const settled: boolean[] = [];
  const changeLog: ChangeLog = {
    async record(changes, { toolName }) {
      logged.push({ toolName, paths: changes.map(({ path }) => path) });
      return { settle: async (made) => void settled.push(made) };
    },
  };
  const runnerFor = (seen: SeenFiles): ToolRunner =>
    new ToolRunner({
      ...options,
      registry: new ToolRegistry(tools.some(({ name }) => name === "read") ? [...tools] : [...tools, readTool()]),
      overrides: new Map<string, () => unknown>([
        [WORKSPACE.id, () => workspace],
        [SEEN_FILES.id, () => seen],
        [CHANGE_LOG.id, () => changeLog],
      ]),
    });
  const seen = new SeenFiles();
  const runner = runnerFor(seen);
  const path = (name: string): string => join(workspace.root, name);
  const settle = (name: string, args: JsonObject): Promise<SettledCall> => runner.exec({ name, arguments: args });
  return {
    workspace,
    runner,
    seen,
    logged,
    settled,
    path,
    settle,
    put: (name, content) => writeFile(path(name), content),
    async show(name, complete = true) {
      const real = await workspace.files.realPath(path(name));
      const stat = real === undefined ? undefined : await workspace.files.stat(real);
      if (real === undefined || stat === undefined) throw new Error(`${name} does not exist`);
      seen.record(real, { bytes: await workspace.files.read(real), stat }, complete);
    },
    text: async (name) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await workspace.files.read(path(name))),
    run: async (name, args) => textOf(await settle(name, args)),
    otherAgent: () => runnerFor(new SeenFiles()),
  };
}

/** What the model reads of a call. */
export function textOf({ message }: SettledCall): string {
  return typeof message.content === "string" ? message.content : JSON.stringify(message.content);
}
