import { spawnSync } from "node:child_process";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bashBench } from "../../test/bash-bench.ts";
import { type SandboxBench, sandboxBench, whyNoSandbox } from "../../test/sandbox-bench.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { createBubblewrap } from "./bubblewrap/bubblewrap.adapter.ts";
import { createSandbox } from "./create-sandbox.ts";
import { findProgram } from "./find-program.ts";
import { probe } from "./probe.ts";
import { createRuntimeSandbox, type RuntimeConfig } from "./runtime/sandbox-runtime.adapter.ts";
import { DEFAULT_SANDBOX_POLICY, type Sandbox } from "./sandbox.port.ts";
import { scratchFolder } from "./scratch-folder.ts";

const missing = process.platform === "linux" ? await whyNoSandbox() : "bubblewrap is for Linux";

let bench: SandboxBench;

beforeEach(async () => {
  bench = await sandboxBench();
});

afterEach(() => bench.dispose());

describe("createSandbox", () => {
  it("holds nothing where the workspace is the home directory, or holds it", async () => {
    for (const home of [bench.workspace.root, join(bench.workspace.root, "sub")]) {
      const made = await createSandbox({ ...bench.workspace, home });
      expect(made).toMatchObject({ ok: false, reason: expect.stringContaining("home directory") });
    }
  });

  it("says that bubblewrap is missing, and does not take one that lies in the workspace", async () => {
    const { PATH } = process.env;
    await mkdir(join(bench.workspace.root, "bin"));
    await symlink("/bin/true", join(bench.base, "bwrap"));
    spawnSync("cp", ["/bin/true", join(bench.workspace.root, "bin/bwrap")]);
    try {
      process.env.PATH = join(bench.workspace.root, "bin");
      expect(await findProgram("bwrap", bench.workspace.root)).toBeUndefined();
      const made = await createBubblewrap(bench.workspace, DEFAULT_SANDBOX_POLICY);
      expect(made).toEqual({ ok: false, reason: "bubblewrap is not installed." });
      process.env.PATH = bench.base;
      expect(await findProgram("bwrap", bench.workspace.root)).toMatch(/\/true$/);
    } finally {
      process.env.PATH = PATH;
    }
  });

  it.skipIf(missing !== undefined)(
    `refuses what it could not protect: a .git that is a link (skipped: ${missing})`,
    async () => {
      await rm(join(bench.workspace.root, ".git"), { recursive: true });
      await symlink(join(bench.base, "state"), join(bench.workspace.root, ".git"));
      const made = await createSandbox(bench.workspace);
      expect(made).toMatchObject({ ok: false, reason: expect.stringContaining("symbolic link") });
    },
  );
});

describe("scratchFolder", () => {
  it("removes what a process that died left behind, and keeps its own", async () => {
    const nobody = 2 ** 22 + 1;
    await mkdir(join(bench.base, "state/sandbox", `${nobody}-1-0`, "tmp"), { recursive: true });
    const folder = await scratchFolder(join(bench.base, "state"));
    await scratchFolder(join(bench.base, "state"));
    const names = await readdir(join(bench.base, "state/sandbox"));
    expect(names).toHaveLength(2);
    expect(names.map((name) => join(bench.base, "state/sandbox", name))).toContain(folder);
  });
});

describe("bash in a sandbox", () => {
  const sandboxOf = (prepare: Sandbox["prepare"]): Sandbox => ({
    kind: "bubblewrap",
    policy: DEFAULT_SANDBOX_POLICY,
    prepare,
  });

  it("runs nothing when the sandbox cannot be made", async () => {
    const sandbox = sandboxOf(() => Promise.reject(new Error("no room for it")));
    const tools = await bashBench({ sandbox });
    try {
      for (const background of [false, true]) {
        const { message } = await tools.settle("bash", { command: "touch ran", background });
        expect(message.content).toContain("The sandbox could not be made, so the command was not run: no room for it.");
      }
      expect(await tools.workspace.files.list(tools.workspace.root)).toEqual([]);
    } finally {
      await tools.dispose();
    }
  });

  it("runs nothing in a workspace that cannot hold it", async () => {
    const memory = await createMemoryWorkspace();
    const { ended } = memory.processes.start({
      command: "true",
      cwd: "/work",
      wrap: (command) => command,
      onOutput() {},
    });
    expect(await ended).toEqual({ kind: "not_started", message: "this workspace has no sandbox" });
  });

  it.skipIf(missing !== undefined)(
    `says why a command failed, also in the background (skipped: ${missing})`,
    async () => {
      const held = await bashBench({ sandbox: "own", defaultTimeout: 60 });
      const hint = "sandboxed: writes only to the workspace and /tmp, not to .git, no network]";
      try {
        expect(await held.run("bash", { command: "echo x > x; cat x" })).toBe("x\n[exit 0]");
        expect(await held.run("bash", { command: "touch /etc/x" })).toContain(hint);
        expect(await held.run("bash", { command: "exit 3" })).toBe("[exit 3]");
        const started = await held.run("bash", { command: "touch /etc/x", background: true });
        // What is printed and the end of the job may be told one after the other, or with the start.
        let told = started;
        while (!told.includes("[exit 1")) told += await held.run("bash_output", { job: "j1", wait: 20 });
        expect(told).toContain("Read-only file system");
        await held.run("bash", { command: "echo begun; sleep 79", background: true });
        expect(await held.run("bash_output", { job: "j2", wait: 20 })).toMatch(/^begun\n\[running/);
        expect(await held.run("bash_kill", { job: "j2" })).toMatch(/^Ended j2/);
      } finally {
        await held.dispose();
      }
    },
  );
});

describe.skipIf(missing !== undefined)(`commands that come one upon the other (skipped: ${missing})`, () => {
  it("find what they count on, while what the last one stood on is taken away", async () => {
    await rm(join(bench.workspace.root, ".git"), { recursive: true, force: true });
    const made = await createSandbox(bench.workspace);
    if (!made.ok) throw new Error(made.reason);
    const failures: (string | undefined)[] = [];
    let last = await made.sandbox.prepare(bench.workspace.root);
    for (let n = 0; n < 12; n += 1) {
      await probe(last.wrap(["/bin/true"]));
      const ending = last.release();
      for (let turn = 0; turn < n; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      last = await made.sandbox.prepare(bench.workspace.root);
      await ending;
      failures.push(await probe(last.wrap(["/bin/true"])));
    }
    await last.release();
    expect(failures.filter((failure) => failure !== undefined)).toEqual([]);
  });
});

describe("a sandbox by sandbox-runtime", () => {
  it("hands over what is open and what is not, and runs the command as it was given", async () => {
    const configs: RuntimeConfig[] = [];
    let cleaned = 0;
    const made = await createRuntimeSandbox(bench.workspace, {
      policy: { mode: "workspace-write", network: true, gitWrites: false },
      allowedDomains: ["*.npmjs.org"],
      manager: {
        initialize: async (config) => void configs.push(config),
        // What the package returns is a line for a shell with the command quoted in it.
        wrapWithSandbox: async (command, shell) => `env HELD=yes ${shell} -c '${command}'`,
        cleanupAfterCommand: () => void cleaned++,
      },
    });
    if (!made.ok) throw new Error(made.reason);
    expect(configs).toMatchObject([
      {
        network: { allowedDomains: ["*.npmjs.org"] },
        filesystem: {
          denyRead: expect.arrayContaining([join(bench.base, "home/.ssh")]),
          allowWrite: [bench.workspace.root, "/tmp"],
          denyWrite: expect.arrayContaining([join(bench.workspace.root, ".git")]),
        },
      },
    ]);
    const line = `echo "$HELD it's" 'a "test"'; exit 4`;
    expect(await bench.run(made.sandbox, line)).toMatchObject({ printed: `yes it's a "test"\n`, end: { code: 4 } });
    expect(cleaned).toBe(1);
  });

  it("opens no network without names", async () => {
    const manager = { initialize: async () => {}, wrapWithSandbox: async () => "", cleanupAfterCommand() {} };
    const policy = { ...DEFAULT_SANDBOX_POLICY, network: true };
    expect(await createRuntimeSandbox(bench.workspace, { manager, policy })).toMatchObject({ ok: false });
  });
});
