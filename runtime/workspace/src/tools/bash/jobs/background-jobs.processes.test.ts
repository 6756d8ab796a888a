import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bashBench } from "../../../../test/bash-bench.ts";
import { processEntry } from "../../../local/process-tree.ts";
import { MAX_JOBS } from "./background-jobs.ts";

let bench: Awaited<ReturnType<typeof bashBench>>;

beforeEach(async () => {
  bench = await bashBench();
});

afterEach(() => bench.dispose());

const start = (command: string) => bench.run("bash", { command, background: true });
const output = (more = {}) => bench.run("bash_output", { job: "j1", wait: 20, ...more });
const ended = async (place: number) => bench.jobs.list(bench.workspace, { channel: "test", chatId: "1" })[place]?.ended;
const runs = (pid: number) => processEntry(pid) !== undefined;
const pidOf = (text: string) => Number(/pid (\d+)/.exec(text)?.[1]);

describe("a background job", () => {
  it("is started at once, and gives only what is new", async () => {
    const started = await start("echo one; until [ -e go ]; do sleep 0.02; done; echo two; exit 3");
    expect(started).toMatch(/^Started j1 \(pid \d+\)\.$/);
    expect(await output()).toMatch(/^one\n\[running \d+s\]$/);
    expect(await output({ wait: 0 })).toMatch(/^\[running \d+s\]$/);
    await bench.run("bash", { command: "touch go" });
    let last = "";
    while (!last.endsWith("[exit 3]")) last += await output();
    expect(last.replace(/\[running \d+s\]/g, "")).toBe("two\n[exit 3]");
    expect(await output()).toBe("[exit 3]");
  });

  it("is told at once when it fails at once", async () => {
    // On a busy machine it has not failed yet when the start is told.
    let told = "";
    while (!told.includes("[exit 127]")) told = await start("nosuchprogram");
    expect(told).toMatch(/^Started j\d+ \(pid \d+\)\.\nbash: .*not found\n\[exit 127\]$/s);
  });

  it("has no time limit, and is not stopped with the call that started it", async () => {
    const controller = new AbortController();
    const call = { name: "bash", arguments: { command: "sleep 700", background: true, timeout: 0.2 } };
    const { message } = await bench.runner.exec(call, { signal: controller.signal });
    controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(runs(pidOf(String(message.content)))).toBe(true);
  });

  it("is ended with all it started, by force when it does not listen", async () => {
    const pid = pidOf(await start("trap '' TERM; sleep 710 & setsid sleep 720 & wait; sleep 730"));
    expect(await bench.run("bash_kill", { job: "j1" })).toMatch(
      /^Ended j1 \(\d process(es)?\)\. \[(killed by SIGKILL|exit \d+)\]$/,
    );
    expect(runs(pid)).toBe(false);
    expect(await bench.run("bash_kill", { job: "j1" })).toMatch(/^j1 had ended already\./);
  });

  it("can be asked to end in a way of its own", async () => {
    await bench.dispose();
    bench = await bashBench({ killGraceMs: 30_000 });
    await start("trap 'echo bye; exit 7' INT; echo ready; while :; do sleep 0.05; done");
    await output();
    expect(await bench.run("bash_kill", { job: "j1", signal: "INT" })).toContain("[exit 7]");
    expect(await output()).toBe("bye\n[exit 7]");
  });

  it("is listed, and belongs to its conversation alone", async () => {
    expect(await bench.run("bash_output")).toBe("No background jobs.");
    await start("sleep 740");
    await start("echo a\tb; exit 1");
    await ended(1);
    expect(await bench.run("bash_output")).toMatch(/^j1 running \d+s · sleep 740\nj2 exit 1 · echo a b; exit 1$/);
    expect(await bench.run("bash_output", {}, bench.otherChat)).toBe("No background jobs.");
    for (const name of ["bash_output", "bash_kill"]) {
      const { result } = await bench.settle(name, { job: "j1" }, bench.otherChat);
      expect(result.error).toMatchObject({ code: "user_error", reason: "NOT_FOUND" });
    }
  });

  it("is one of at most sixteen", async () => {
    for (let index = 0; index < MAX_JOBS; index += 1) expect(await start("sleep 750")).toMatch(/^Started/);
    expect(await start("sleep 750")).toContain("16 background jobs are running");
    await bench.run("bash_kill", { job: "j3" });
    expect(await start("sleep 750")).toMatch(/^Started j17/);
  });

  it("ends with its session", async () => {
    const pids = [pidOf(await start("sleep 760")), pidOf(await start("setsid sleep 770"))];
    await bench.jobs.end();
    expect(pids.map(runs)).toEqual([false, false]);
  });

  it("keeps done from ending the run, once", async () => {
    await start("sleep 780");
    const first = await bench.settle("done", { message: "finished" });
    expect(first.message.content).toBe("Not finished: job j1 running. Call done again to end anyway.");
    expect(first.result.endsRun).toBeUndefined();
    expect((await bench.settle("done", { message: "finished" })).result.endsRun).toBe(true);
  });

  it("may not be what is never run", async () => {
    const { result } = await bench.settle("bash", { command: "rm -rf /", background: true });
    expect(result.error?.code).toBe("security_violation");
  });
});

describe("the output of a background job", () => {
  it("is masked, also where a secret comes in two parts", async () => {
    await start("printf 'pin hunter2-'; sleep 0.3; echo 'hunter2 ok'");
    await ended(0);
    expect(await output()).toMatch(/^pin \[secret:pin\] ok\n/);
  });

  it("is dropped from its beginning when nobody reads, and is whole in the output cache", async () => {
    await start("sleep 0.5; seq 1 400000; echo last");
    await ended(0);
    const { result, message } = await bench.settle("bash_output", { job: "j1" });
    const text = String(message.content);
    expect(text.startsWith("[… earlier output was dropped before it was read …]\n")).toBe(true);
    expect(text).toMatch(
      new RegExp(`last\\n\\[full output: tool_output_cache ref_id=${result.ref?.id}\\]\\n\\[exit 0\\]$`),
    );
    expect(text.length).toBeLessThan(60 * 1024);
    expect(result.ref?.lines).toBe(400_001);
  });

  it("can be cut to its last lines", async () => {
    await start("sleep 0.5; seq 1 19");
    await ended(0);
    expect(await bench.run("bash_output", { job: "j1", lines: 2 })).toMatch(/^18\n19\n/);
  });
});
