import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { ControlGroups } from "./control-group.ts";
import { LINE_LIMITS } from "./line-limits.ts";
import { LocalProcess } from "./local-process.ts";
import { PipePool } from "./pipe-pool.ts";
import { processEntry } from "./process-tree.ts";

const probe = new ControlGroups(100).open();
probe?.remove();

const pipes = new PipePool();
const environment = { PATH: process.env.PATH ?? "" };

async function run(command: string, groups: ControlGroups) {
  let text = "";
  const onOutput = (chunk: Uint8Array) => void (text += new TextDecoder().decode(chunk));
  const running = new LocalProcess(
    { command, cwd: "/tmp", onOutput },
    { environment, killGraceMs: 200, pipes, groups, limits: LINE_LIMITS },
  );
  return { running, said: () => text };
}

describe.skipIf(probe === undefined)("a control group", () => {
  it("shows what left its session, its parents and its environment behind", async () => {
    const daemon = `python3 -c 'import os,sys,time
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
print("pid=%d" % os.getpid(), flush=True)
time.sleep(49)'`;
    const { running, said } = await run(`env -i PATH="$PATH" ${daemon} & sleep 50`, new ControlGroups(100));
    while (!/pid=\d+\n/.test(said())) await new Promise((resolve) => setTimeout(resolve, 10));
    const pid = Number(/pid=(\d+)/.exec(said())?.[1]);
    expect(running.findsAll).toBe(true);
    expect(processEntry(pid)).toBeDefined();
    await running.kill();
    expect(processEntry(pid)).toBeUndefined();
  });

  it("holds a line to a number of processes, and is gone when they are", async () => {
    const groups = new ControlGroups(20);
    const group = groups.open();
    const folder = dirname(group?.door ?? "");
    expect(existsSync(folder)).toBe(true);
    group?.remove();
    expect(existsSync(folder)).toBe(false);
    // A shell would try again for seconds.
    const forks = `python3 -c 'import os,time
for _ in range(40):
  if os.fork() == 0: time.sleep(30); os._exit(0)'`;
    const { running, said } = await run(forks, groups);
    await running.ended;
    await running.kill();
    expect(said()).toMatch(/Resource temporarily unavailable/);
  });
});
