import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import type { ProcessesPort } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { runShell } from "./run-shell.ts";

/** What a command printed is taken only once its time is up and nobody was found to be killed. */
async function takenLate() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "run-shell-")));
  const local = await createLocalWorkspace({ root, home: root, stateDirectory: `${root}-state` });
  let take = () => {};
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  const processes: ProcessesPort = {
    ...local.processes,
    start(request) {
      const process = local.processes.start(request);
      const kill = async () => {
        await gone(process.pid);
        const killed = await process.kill();
        take();
        return killed;
      };
      return { pid: process.pid, findsAll: process.findsAll, ended: process.ended, kill };
    },
  };
  const workspace: Workspace = { ...local, processes };
  return { workspace, root, taken };
}

function gone(pid: number): Promise<void> {
  return expect.poll(() => runs(pid)).toBe(false);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it("has ended as it did where its time was up only while its output was read", async () => {
  const { workspace, root, taken } = await takenLate();
  const printed: string[] = [];
  const { outcome } = await runShell(workspace, {
    command: "echo done; exit 3",
    cwd: root,
    timeoutMs: 1,
    signal: new AbortController().signal,
    looks: false,
    onOutput: async (chunk) => {
      await taken;
      printed.push(new TextDecoder().decode(chunk));
    },
  });
  expect(outcome).toEqual({ kind: "exited", code: 3, cwd: root, left: [] });
  expect(printed.join("")).toBe("done\n");
});
