import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import type { ProcessRequest } from "./processes.port.ts";

const IMPLEMENTATIONS = [
  ["local", async () => createLocalWorkspace({ root: await realpath(await mkdtemp(join(tmpdir(), "processes-"))) })],
  ["memory", async () => createMemoryWorkspace()],
] as const;

describe.each(IMPLEMENTATIONS)("ProcessesPort, %s", (_name, open) => {
  async function run(command: ProcessRequest["command"], options: Partial<ProcessRequest> = {}) {
    const workspace = await open();
    await workspace.files.makeDirectory(`${workspace.root}/sub`);
    const output = { stdout: "", stderr: "" };
    const running = workspace.processes.start({
      command,
      cwd: workspace.root,
      onOutput: (chunk, stream) => {
        output[stream] += new TextDecoder().decode(chunk);
      },
      ...options,
    });
    return { workspace, running, output };
  }

  it.concurrent("runs a line and says how it ended and where", async () => {
    const { workspace, running, output } = await run("echo one; cd sub && echo 'two  words'; exit 3");
    expect(await running.ended).toEqual({ kind: "exited", code: 3, cwd: `${workspace.root}/sub`, left: [] });
    expect(output).toEqual({ stdout: "one\ntwo  words\n", stderr: "" });
    expect(running.pid).toBeGreaterThan(0);
  });

  it.concurrent("keeps the two streams apart", async () => {
    const { running, output } = await run("cat missing || echo after");
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(output.stdout).toBe("after\n");
    expect(output.stderr).toContain("missing: No such file");
  });

  it.concurrent("runs a program without a shell", async () => {
    const { running, output } = await run(["echo", "$HOME; exit 1", "*"]);
    expect(await running.ended).toEqual({ kind: "exited", code: 0, left: [] });
    expect(output.stdout).toBe("$HOME; exit 1 *\n");
  });

  it.concurrent("reports an unknown program with 127", async () => {
    const { running, output } = await run("no-such-program-at-all");
    expect(await running.ended).toMatchObject({ kind: "exited", code: 127 });
    expect(output.stderr).toContain("no-such-program-at-all: command not found");
  });

  it.concurrent("hands over variables", async () => {
    const { running, output } = await run("printenv FLAVOUR", { env: { FLAVOUR: "mint" } });
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(output.stdout).toBe("mint\n");
  });

  it.concurrent("says when it could not start", async () => {
    const { running } = await run("echo never", { cwd: "/no/such/directory" });
    expect(await running.ended).toEqual({ kind: "not_started", message: "the working directory does not exist" });
    expect(await running.kill()).toBe(0);
  });

  it.concurrent("kills what runs, keeps the output so far, and does not mind being asked twice", async () => {
    const { running, output } = await run("echo started; sleep 60; echo never");
    while (output.stdout === "") await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await Promise.all([running.kill(), running.kill()])).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await running.ended).toMatchObject({ kind: "signalled", signal: "SIGTERM" });
    expect(output.stdout).toBe("started\n");
    expect(await running.kill()).toBeGreaterThanOrEqual(0);
  });

  it.concurrent("waits for a slow reader and loses nothing", async () => {
    let active = 0;
    let most = 0;
    let text = "";
    const { running } = await run("echo 1; echo 2; cat missing; echo 3", {
      onOutput: async (chunk) => {
        most = Math.max(most, ++active);
        await new Promise((resolve) => setTimeout(resolve, 30));
        text += new TextDecoder().decode(chunk);
        active -= 1;
      },
    });
    await running.ended;
    expect(most).toBe(1);
    for (const part of ["1\n", "2\n", "3\n", "missing"]) expect(text).toContain(part);
  });

  it.concurrent("survives a reader that throws", async () => {
    const { running } = await run("echo 1; echo 2", {
      onOutput: () => {
        throw new Error("reader");
      },
    });
    expect(await running.ended).toMatchObject({ kind: "exited", code: 0 });
  });

  it.concurrent("names programs", async () => {
    const { workspace } = await run("true");
    expect(await workspace.processes.programNames()).toEqual(expect.arrayContaining(["cat", "echo", "sleep"]));
  });

  it.concurrent("finds a program so that it can be started", async () => {
    const { workspace } = await run("true");
    const [echo = ""] = await workspace.processes.locate("echo");
    const { running, output } = await run([echo, "found"]);
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(output.stdout).toBe("found\n");
    expect(await workspace.processes.locate("no-such-program-at-all")).toEqual([]);
    expect(await workspace.processes.locate("../bin/echo")).toEqual([]);
  });
});
