import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createLocalProcesses } from "./local-processes.adapter.ts";
import { processEntry } from "./process-tree.ts";

const processes = createLocalProcesses({ killGraceMs: 200 });

async function start(command: string, cwd?: string, given: { readonly input?: string } = {}) {
  const directory = cwd ?? (await realpath(await mkdtemp(join(tmpdir(), "process-"))));
  let text = "";
  const running = processes.start({
    command,
    cwd: directory,
    ...given,
    onOutput: (chunk) => {
      text += new TextDecoder().decode(chunk);
    },
  });
  const said = async (what: RegExp) => {
    while (!what.test(text)) await pause(10);
    return what.exec(text)?.[1] ?? "";
  };
  return { running, directory, said, text: () => text };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const runs = (pid: string | number) => processEntry(Number(pid)) !== undefined;

async function settled(command: string, given: { readonly input?: string } = {}) {
  const started = await start(command, undefined, given);
  const end = await started.running.ended;
  return { ...started, end, output: started.text() };
}

describe.concurrent("a line of bash", () => {
  it("reads what it is given, and need not", async () => {
    const input = `{"a":1}\n${"x".repeat(300_000)}`;
    const read = await settled("wc -c", { input });
    expect({ output: read.output.trim(), end: read.end }).toMatchObject({ output: "300008", end: { code: 0 } });
    expect(await settled("echo done", { input })).toMatchObject({ output: "done\n", end: { code: 0 } });
    expect((await settled("cat; echo end")).output).toBe("end\n");
  });

  it("is run as written: heredocs, comments, backslashes, syntax errors, positional parameters", async () => {
    const cases: readonly [string, string, number][] = [
      ["cat <<'EOF'\n$HOME `x`\nEOF", "$HOME `x`\n", 0],
      ["echo a # comment", "a\n", 0],
      ["# only a comment", "", 0],
      ["echo a\\", "a\\\n", 0],
      ["echo 'it''s' \"$((1+1))\"", "its 2\n", 0],
      ["echo $# $0; false", "0 bash\n", 1],
      ["\n\necho late", "late\n", 0],
      ["set -e; false; echo never", "", 1],
      ["set -- x y; echo $2; return 2>/dev/null; echo on", "y\non\n", 0],
      ["false | true", "", 0],
      ["alias ll='echo aliased'\nll 2>/dev/null", "", 127],
    ];
    for (const [command, output, code] of cases) {
      const run = await settled(command);
      expect({ command, output: run.output, end: run.end }).toMatchObject({ command, output, end: { code } });
    }
  });

  it("reports a syntax error and what ran before it", async () => {
    const run = await settled("echo first\nif then");
    expect(run.end).toMatchObject({ kind: "exited", code: 2 });
    expect(run.output).toMatch(/^first\n.*syntax error/s);
  });

  it("cannot end or fool the wrapper", async () => {
    for (const command of ["}; echo x", "' ; echo x", '"', ")", "fi", "done; echo x", "$(", "<<EOF\nbody"]) {
      const run = await settled(command);
      expect(run.end.kind).toBe("exited");
      expect(run.output).not.toMatch(/^x$/m);
    }
  });

  it("says where it ended, unless the line took that away", async () => {
    const { end, directory } = await settled("mkdir 'a\nb'; cd 'a\nb'; exit 4");
    expect(end).toMatchObject({ code: 4, cwd: `${directory}/a\nb` });
    expect((await settled("cd /tmp; (cd /; exit 1); exec 3>&1; echo x >&3")).end).toMatchObject({
      code: 0,
      cwd: await realpath("/tmp"),
    });
    expect((await settled("cd /; exec true")).end).not.toHaveProperty("cwd");
    expect((await settled("cd /; trap - EXIT")).end).not.toHaveProperty("cwd");
    const own = await settled("pwd() { echo fooled; }; exec 3>own.txt; echo mine >&3; cd /");
    expect(own.end).toMatchObject({ cwd: "/" });
    expect(await readFile(join(own.directory, "own.txt"), "utf8")).toBe("mine\n");
  });

  it("has no terminal and no input", async () => {
    const run = await settled("read x; echo read=$?; (: < /dev/tty) 2>&1; cat; tty");
    expect(run.output).toContain("read=1");
    expect(run.output).toContain("/dev/tty: No such device");
    expect(run.output).toContain("not a tty");
  });

  it("gives real pipes, which can be opened again", async () => {
    const run = await settled(
      "echo one > /dev/stdout; echo two > /dev/stderr; echo three | tee /dev/stderr >/dev/null",
    );
    expect(run.output.split("\n").sort()).toEqual(["", "one", "three", "two"]);
  });

  it("tells a signal from an exit code", async () => {
    expect((await settled("kill -KILL $$")).end).toMatchObject({ kind: "signalled", signal: "SIGKILL" });
    expect((await settled("bash -c 'kill -SEGV $$'")).end).toMatchObject({ kind: "exited", code: 139 });
    expect((await settled("(exit 77)")).end).toMatchObject({ kind: "exited", code: 77 });
  });

  it("does not wait for a child that holds the pipes, and names it", async () => {
    const run = await settled("sleep 410 & echo pid=$!");
    const pid = Number(/pid=(\d+)/.exec(run.output)?.[1]);
    // It would not be left if it had been waited for.
    expect(run.end).toEqual({ kind: "exited", code: 0, cwd: run.directory, left: [pid] });
    expect(await run.running.kill()).toBeGreaterThanOrEqual(1);
    expect(runs(pid)).toBe(false);
  });

  it("lets go of a child that never stops writing after 2 s", async () => {
    const before = performance.now();
    const run = await settled("(exec 9<> <(:); while echo y; do read -rt 0.01 -u 9; done) & true");
    const took = performance.now() - before;
    expect(run.end).toMatchObject({ kind: "exited", code: 0 });
    expect(took).toBeGreaterThan(1_500);
    await run.running.kill();
  });

  it("kills children in the group, in other sessions, without the environment, and those that ignore SIGTERM", async () => {
    const { running, said } = await start(
      `setsid bash -c 'echo one=$$; exec sleep 420' &
       (trap '' TERM; echo two=$BASHPID; sleep 430; sleep 430) &
       env -i setsid bash -c 'echo three=$$; exec sleep 440' &
       nohup sleep 450 >/dev/null 2>&1 & echo four=$!; wait`,
    );
    const pids = await Promise.all(["one", "two", "three", "four"].map((name) => said(new RegExp(`${name}=(\\d+)`))));
    expect(pids.every(runs)).toBe(true);
    expect(await running.kill()).toBeGreaterThanOrEqual(5);
    expect(pids.filter(runs)).toEqual([]);
    expect(await running.ended).toMatchObject({ kind: "signalled", signal: "SIGTERM", left: [] });
  });

  it("finds a daemon whose parents are gone", async () => {
    const { running, said } = await start(
      "(setsid bash -c 'setsid sleep 460 >/dev/null 2>&1 & echo d=$!' &); sleep 0.3; echo up; sleep 470",
    );
    await said(/up/);
    const pid = await said(/d=(\d+)/);
    expect(runs(pid)).toBe(true);
    await running.kill();
    expect(runs(pid)).toBe(false);
  });

  it("leaves nothing running when this process ends", async () => {
    const program = `
      const { createLocalProcesses } = await import("@toolwright/workspace/internal");
      const onOutput = (chunk) => { process.stdout.write(chunk); setTimeout(() => process.exit(0), 50); };
      createLocalProcesses().start({ command: "trap '' TERM; echo $$; sleep 480; sleep 480", cwd: "/tmp", onOutput });
    `;
    const args = ["--conditions=@toolwright/source", "--input-type=module", "-e", program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
    expect(Number(stdout)).toBeGreaterThan(1);
    while (runs(stdout)) await pause(10);
  });

  it("inherits what is needed, no secret, and nothing that can open a prompt", async () => {
    const own = createLocalProcesses({
      environment: {
        PATH: process.env.PATH,
        HOME: "/h",
        API_KEY: "k",
        LC_ALL: "C",
        EDITOR: "vim",
        HTTP_PROXY: "http://u:p@x",
        GH_TOKEN: "t",
      },
      passEnvironment: ["GH_TOKEN"],
    });
    let text = "";
    const onOutput = (chunk: Uint8Array) => {
      text += new TextDecoder().decode(chunk);
    };
    await own.start({ command: "env", cwd: "/tmp", onOutput, env: { EXTRA: "1" } }).ended;
    const names = text.split("\n");
    expect(names).toEqual(
      expect.arrayContaining(["HOME=/h", "LC_ALL=C", "EDITOR=false", "CI=1", "TERM=dumb", "EXTRA=1", "GH_TOKEN=t"]),
    );
    expect(text).not.toMatch(/API_KEY|HTTP_PROXY|vim/);
  });

  it("does not let git obey a bare repository that somebody assembled", async () => {
    const { output } = await settled(
      "git init -q --bare . && git --git-dir=. config alias.x '!echo obeyed'; git x; git --git-dir=. x",
    );
    expect(output.split("\n").filter((line) => line === "obeyed")).toHaveLength(1);
  });

  it("reports a line that is too long for the system, or holds a NUL", async () => {
    expect((await settled(`: ${"ä".repeat(100_000)}`)).end).toMatchObject({ kind: "not_started" });
    expect((await settled("echo \0")).end).toMatchObject({ kind: "not_started" });
  });
});

it("leaves no descriptor behind", async () => {
  const open = () => readdirSync("/proc/self/fd").length;
  const once = async (command: string) => createLocalProcesses().start({ command, cwd: "/tmp", onOutput() {} }).ended;
  await once("true");
  const before = open();
  for (let round = 0; round < 16; round++) await once(round % 2 === 0 ? "echo x; echo y >&2" : "echo \0");
  expect(open()).toBeLessThanOrEqual(before + 8);
});
