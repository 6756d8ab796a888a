import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { LockOutcome } from "./file-locks.ts";
import { acquireProcessLocks } from "./process-locks.ts";

let base: string;
let workspace: Workspace;
let script: string;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "process-locks-")));
  workspace = await createLocalWorkspace({ root: base, stateDirectory: join(base, "state") });
  script = join(base, "child.mjs");
  const entry = join(import.meta.dirname, "../../test/process-lock.child.ts");
  await build({
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@toolwright/source"],
    logLevel: "error",
  });
});

afterAll(() => rm(base, { recursive: true }));

async function otherHolder(path: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, base, workspace.stateDirectory, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe("held");
  return child;
}

const acquire = (paths: string[], waitMs: number, signal?: AbortSignal): Promise<LockOutcome> =>
  acquireProcessLocks(workspace, { paths, holder: "us", waitMs, ...(signal === undefined ? {} : { signal }) });

describe("acquireProcessLocks", () => {
  it("waits for another process, and takes over when that has died", async () => {
    const child = await otherHolder("/a");
    expect(await acquire(["/b", "/a"], 60)).toEqual({ kind: "busy", path: "/a", holder: "call c12, edit" });
    const waiting = acquire(["/a", "/b"], 10_000);
    child.kill("SIGKILL");
    const lock = await waiting;
    expect(lock.kind).toBe("held");
    if (lock.kind === "held") await lock.release();
    expect(await readdir(join(workspace.stateDirectory, "locks"))).toEqual([]);
  });

  it("stops waiting when the call is stopped", async () => {
    const child = await otherHolder("/c");
    const controller = new AbortController();
    const waiting = acquire(["/c"], 10_000, controller.signal);
    controller.abort();
    expect(await waiting).toEqual({ kind: "aborted" });
    child.kill("SIGKILL");
  });

  it("lets one of many take over a dead process's lock at a time", async () => {
    const child = await otherHolder("/d");
    child.kill("SIGKILL");
    await once(child, "exit");
    let inside = 0;
    const use = async (): Promise<void> => {
      const lock = await acquire(["/d"], 10_000);
      if (lock.kind !== "held") throw new Error(lock.kind);
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inside -= 1;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 8 }, use));
  });
});
