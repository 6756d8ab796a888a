import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import { createSandbox } from "../src/sandbox/create-sandbox.ts";
import {
  DEFAULT_SANDBOX_POLICY,
  type GuardedPath,
  type Sandbox,
  type SandboxPolicy,
} from "../src/sandbox/sandbox.port.ts";
import type { ProcessEnd } from "../src/workspace/processes.port.ts";
import type { Workspace } from "../src/workspace/workspace.port.ts";

/** How a line ended inside. */
export interface Held {
  readonly printed: string;
  readonly end: ProcessEnd;
  readonly notes: readonly string[];
}

/** A repository in a folder that is not `/tmp`, which is another one inside; around it what must stay as it is. */
export interface SandboxBench {
  readonly base: string;
  readonly workspace: Workspace;
  /** Makes a sandbox, or throws with the reason why there is none. */
  sandbox(policy?: Partial<SandboxPolicy>): Promise<Sandbox>;
  run(sandbox: Sandbox, line: string, options?: { readonly absent: readonly GuardedPath[] }): Promise<Held>;
  dispose(): Promise<void>;
}

/**
 * Makes a bench: `work` is a repository with a nested one in `sub`, `home` has a key, `outside.txt` is next to them.
 */
export async function sandboxBench(): Promise<SandboxBench> {
  const base = await realpath(await mkdtemp("/var/tmp/sandbox-"));
  for (const folder of ["work/sub", "home/.ssh", "state"]) await mkdir(join(base, folder), { recursive: true });
  await writeFile(join(base, "home/.ssh/id"), "private key");
  await writeFile(join(base, "state/kept"), "old content");
  await writeFile(join(base, "outside.txt"), "untouched");
  for (const folder of ["work", "work/sub"]) execFileSync("git", ["init", "-q"], { cwd: join(base, folder) });
  await writeFile(join(base, "work/a.txt"), "a\n");
  const workspace = await createLocalWorkspace({
    root: join(base, "work"),
    home: join(base, "home"),
    stateDirectory: join(base, "state"),
    killGraceMs: 300,
  });
  return {
    base,
    workspace,
    async sandbox(policy = {}) {
      const made = await createSandbox(workspace, { ...DEFAULT_SANDBOX_POLICY, ...policy });
      if (!made.ok) throw new Error(made.reason);
      return made.sandbox;
    },
    run: (sandbox, line, { absent } = { absent: [] }) => run(workspace, sandbox, { line, absent }),
    dispose: () => rm(base, { recursive: true }),
  };
}

async function run(
  workspace: Workspace,
  sandbox: Sandbox,
  { line, absent }: { readonly line: string; readonly absent: readonly GuardedPath[] },
): Promise<Held> {
  const { wrap, env, release } = await sandbox.prepare(workspace.root, absent);
  let printed = "";
  const onOutput = (chunk: Uint8Array): void => {
    printed += new TextDecoder().decode(chunk);
  };
  const end = await workspace.processes.start({ command: line, cwd: workspace.root, wrap, env, onOutput }).ended;
  return { printed, end, notes: await release() };
}

/** Why there is no sandbox here; undefined when there is one. */
export async function whyNoSandbox(): Promise<string | undefined> {
  const bench = await sandboxBench();
  try {
    const made = await createSandbox(bench.workspace);
    return made.ok ? undefined : made.reason;
  } finally {
    await bench.dispose();
  }
}
