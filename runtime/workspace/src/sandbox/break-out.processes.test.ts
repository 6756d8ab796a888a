import { existsSync } from "node:fs";
import { link, lstat, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SandboxBench, sandboxBench, whyNoSandbox } from "../../test/sandbox-bench.ts";
import type { GuardedPath, Sandbox } from "./sandbox.port.ts";

const missing = process.platform === "linux" ? await whyNoSandbox() : "bubblewrap is for Linux";

/** What a line could have changed outside, in the repository, or of what programs run by themselves. */
async function guardedState(bench: SandboxBench): Promise<unknown> {
  const at = (name: string): string => join(bench.base, name);
  return {
    base: await readdir(bench.base),
    outside: await readFile(at("outside.txt"), "utf8"),
    home: await readdir(at("home")),
    repository: await readdir(at("work/.git")),
    ...(await runByOthers(bench)),
  };
}

async function runByOthers(bench: SandboxBench) {
  const at = (name: string): string => join(bench.base, name);
  return {
    isDirectory: (await lstat(at("work/.git"))).isDirectory(),
    pointer: existsSync(at("work/.git/commondir")) || existsSync(at("work/.git/config.worktree")),
    hooks: await readdir(at("work/.git/hooks")),
    config: await readFile(at("work/.git/config"), "utf8"),
    nested: await readFile(at("work/sub/.git/config"), "utf8"),
    nestedHooks: await readdir(at("work/sub/.git/hooks")),
    ours: existsSync(at("work/.toolwright")),
  };
}

const OUTSIDE = [
  ["an absolute path", 'echo x > "$BASE/outside.txt"'],
  ["a relative path", "echo x > ../outside.txt"],
  ["a new file beside", "touch ../new.txt"],
  ["a start-up file", 'echo x >> "$BASE/home/.bashrc"'],
  ["a link that was there", "echo x > to-outside"],
  ["a link that is made", "ln -s ../outside.txt l; echo x > l"],
  ["a link to a directory", "ln -s .. up; echo x > up/outside.txt; touch up/new.txt"],
  ["a hard link", "ln ../outside.txt hard && echo x > hard"],
  ["the root of a process", 'echo x > "/proc/self/root$BASE/outside.txt"; echo x > "/proc/1/root$BASE/outside.txt"'],
  ["the directory of a process", "echo x > /proc/1/cwd/../outside.txt"],
  ["removing it", "rm -f ../outside.txt; mv ../outside.txt ."],
  ["removing the workspace itself", "cd ..; mv work other; rm -rf home; rmdir work"],
  ["changing its mode", "chmod 000 ../outside.txt"],
  ["a mount", 'mount -o remount,rw / ; mount --bind "$BASE" /tmp; umount "$BASE/work"; umount /'],
  ["a namespace", 'unshare -rm sh -c "mount -o remount,rw,bind /; echo x > $BASE/outside.txt"'],
  ["nested bubblewrap", 'bwrap --bind / / --unshare-user sh -c "echo x > $BASE/outside.txt"'],
  ["a device", "mknod disk b 254 0 && echo x > disk"],
  ["kernel settings", "cat /proc/sys/kernel/core_pattern > p; cat p > /proc/sys/kernel/core_pattern"],
] as const;

const RUN_BY_OTHERS = [
  ["a hook", "echo evil > .git/hooks/pre-commit"],
  ["the configuration", "git config core.fsmonitor evil; echo evil >> .git/config"],
  ["renaming .git", "mv .git x; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit"],
  ["removing .git", "rm -rf .git; git init -q"],
  ["a link in place of .git", "ln -sfn /tmp .git; rm -rf .git && ln -s /tmp .git"],
  ["a new pointer in .git", "echo ../evil > .git/commondir; echo '[core]' > .git/config.worktree"],
  ["a mount over .git", "mount -t tmpfs none .git; umount .git .git/hooks"],
  ["the nested repository", "echo evil > sub/.git/hooks/post-checkout; git -C sub config core.pager evil"],
  ["renaming what holds the nested one", "mv sub sub2; mkdir -p sub/.git/hooks; echo evil > sub/.git/config"],
  ["the agent's own rules, which are not there yet", "mkdir .toolwright; echo '{}' > .toolwright/policy.json"],
  ["the same by a rename", "mkdir x; echo '{}' > x/policy.json; mv x .toolwright; mv -T x .toolwright"],
  [
    "the workspace under another name",
    'echo evil > "/proc/self/cwd/.git/config"; echo evil > "$PWD/../work/.git/config"',
  ],
] as const;

/** With many hidden files one bubblewrap starts in another. */
const STARTS = [
  { start: "bubblewrap", hidden: 0 },
  { start: "bubblewrap with many hidden files", hidden: 40 },
];

describe.skipIf(missing !== undefined).each(STARTS)(`out of $start (skipped: ${missing})`, ({ hidden }) => {
  let bench: SandboxBench;
  let sandbox: Sandbox;
  let absent: readonly GuardedPath[];

  beforeEach(async () => {
    bench = await sandboxBench();
    await symlink("../outside.txt", join(bench.workspace.root, "to-outside"));
    const paths = Array.from({ length: hidden }, (_, index) => join(bench.workspace.root, `sub/key${index}`));
    for (const path of paths) await writeFile(path, "private key");
    absent = paths.map((path) => ({ path, kind: "file" }));
    sandbox = await bench.sandbox();
  });

  afterEach(() => bench.dispose());

  const run = (line: string, by = sandbox) => bench.run(by, `BASE='${bench.base}'; ${line}`, { absent });

  it("nothing is written by", async () => {
    const before = await guardedState(bench);
    const escaped: string[] = [];
    for (const [way, line] of [...OUTSIDE, ...RUN_BY_OTHERS]) {
      await run(line);
      const after = await guardedState(bench).catch((error: unknown) => String(error));
      if (JSON.stringify(after) !== JSON.stringify(before)) escaped.push(way);
    }
    expect(escaped).toEqual([]);
  });

  it("nothing is written by a command that may commit, where git runs it", async () => {
    const open = await bench.sandbox({ gitWrites: true });
    const identity = "-c user.name=n -c user.email=e";
    const commit = await run(`git add a.txt && git ${identity} commit -qm one && git log --format=%s`, open);
    expect(commit.printed).toBe("one\n");
    const before = await runByOthers(bench);
    const escaped: string[] = [];
    for (const [way, line] of RUN_BY_OTHERS) {
      await run(line, open);
      const after = await runByOthers(bench).catch((error: unknown) => String(error));
      if (JSON.stringify(after) !== JSON.stringify(before)) escaped.push(way);
    }
    expect(escaped).toEqual([]);
    const { notes } = await run("echo ../evil > .git/commondir", open);
    expect(notes).toEqual([".git/commondir was made by this command and taken away"]);
  });

  it("no secret is seen", async () => {
    const { printed } = await run(
      'cat "$BASE/home/.ssh/id" "$BASE/state/kept" /etc/shadow sub/key*; ls -A "$BASE/home/.ssh" "$BASE/state"',
    );
    expect(printed).not.toMatch(/private key|old content|root:/);
    const { printed: environments } = await run("cat /proc/*/environ /proc/1/mem 2>/dev/null | tr '\\0' '\\n'");
    expect(environments).not.toContain("VITEST");
  });

  it("no port and no socket of this machine is reached, unless the network is on", async () => {
    const path = join(bench.base, "socket");
    const server = createServer((socket) => socket.end("reached\n"));
    const local = createServer((socket) => socket.end("reached\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await new Promise<void>((resolve) => local.listen(path, resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const tcp = `exec 5<>/dev/tcp/127.0.0.1/${port} && cat <&5`;
    const unix = `node -e 'require("net").connect(${JSON.stringify(path)}).on("error",e=>console.log(e.code)).pipe(process.stdout)'`;
    try {
      expect((await run(tcp)).printed).not.toContain("reached");
      expect((await run(unix)).printed).toBe("EPERM\n");
      const open = await bench.sandbox({ network: true });
      expect((await run(tcp, open)).printed).toBe("reached\n");
    } finally {
      server.close();
      local.close();
    }
  });

  it("no process is seen or signalled", async () => {
    expect((await run(`kill -0 ${process.pid} && echo seen`)).printed).not.toContain("seen");
    const status = await run("cat /proc/self/status");
    expect(status.printed).toMatch(/CapEff:\t0{16}\n/);
    expect(status.printed).toMatch(/NoNewPrivs:\t1\n/);
    expect(status.printed).toMatch(/Seccomp:\t2\n/);
    expect((await run("ls /proc/self/fd | sort -n | tr '\\n' ' '")).printed).toBe("0 1 2 3 209 ");
  });

  it("no setting of the kernel can be opened for writing", async () => {
    const settings = "kernel/core_pattern kernel/hostname vm/drop_caches fs/suid_dumpable";
    const { printed } = await run(
      `for f in ${settings}; do (: >> /proc/sys/$f) 2>/dev/null && echo "$f"; done; echo x`,
    );
    expect(printed).toBe("x\n");
    expect((await run("(: >> /proc/sysrq-trigger) 2>/dev/null && echo open; echo x")).printed).toBe("x\n");
  });

  it("no namespace is made, in which more would be allowed, and no socket of the system is there", async () => {
    expect((await run("unshare -Ur echo inside; unshare -m echo inside")).printed).not.toMatch(/^inside/m);
    const { printed } = await run("ls -A /run");
    expect(printed).toMatch(hidden > 0 ? /^gitconfig\nhidden-file\nhidden-folder\n(?:mount\n)?$/ : /^gitconfig\n$/);
  });

  it("the first process is not traced, which would hold the line until its time is up", async () => {
    const trace = "import ctypes; print(ctypes.CDLL(None).ptrace({}, 1, 0, 0), flush=True)";
    for (const request of [16, 0x4206]) {
      const { printed, end } = await run(`timeout 20 python3 -c '${trace.replace("{}", String(request))}'`);
      expect([printed, end]).toMatchObject(["-1\n", { kind: "exited", code: 0 }]);
    }
  });

  it("no command lives on, and none is left when it is killed", async () => {
    const { end } = await run("setsid sleep 4271 & sleep 0.1; echo done");
    expect(end).toMatchObject({ kind: "exited", code: 0, left: [] });
    const start = await sandbox.prepare(bench.workspace.root, absent);
    const { root, processes } = bench.workspace;
    const process = processes.start({
      command: "setsid sleep 4272 & sleep 4273",
      cwd: root,
      wrap: start.wrap,
      onOutput() {},
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await process.kill();
    await start.release();
    const left = await run("true").then(() => readdir("/proc"));
    const lines = await Promise.all(left.map((pid) => readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")));
    expect(lines.filter((line) => /sleep.427[123]/s.test(line))).toEqual([]);
  });

  it("work goes on inside: files, temporary files from call to call, the directory, the exit code", async () => {
    await run("echo one > made.txt; echo two > sub/made.txt; mkdir d; mv made.txt d/; echo kept > /tmp/kept");
    expect(await readFile(join(bench.workspace.root, "d/made.txt"), "utf8")).toBe("one\n");
    const { printed, end } = await run("cat /tmp/kept; cd d; exit 3");
    expect(printed).toBe("kept\n");
    expect(end).toMatchObject({ code: 3, cwd: join(bench.workspace.root, "d") });
    expect(existsSync("/tmp/kept")).toBe(false);
  });

  it("what was put up for protection is gone afterwards, also when commands overlap", async () => {
    const first = run("until [ -e go ]; do sleep 0.02; done; mkdir .toolwright; echo x > .toolwright/rules");
    await run("true");
    await writeFile(join(bench.workspace.root, "go"), "");
    await first;
    expect(await readdir(bench.workspace.root)).toEqual([".git", "a.txt", "go", "sub", "to-outside"]);
  });

  it("nothing at all is written in read-only mode, but temporary files", async () => {
    const closed = await bench.sandbox({ mode: "read-only" });
    const { printed } = await run("echo x > new.txt; echo x > a.txt; echo t > /tmp/t; cat /tmp/t", closed);
    expect(printed).toMatch(/Read-only file system[\s\S]*t\n$/);
    expect(await readFile(join(bench.workspace.root, "a.txt"), "utf8")).toBe("a\n");
    expect(existsSync(join(bench.workspace.root, "new.txt"))).toBe(false);
  });

  it("a hard link that the user made keeps leading where it leads", async () => {
    // Both names are one file: what is inside the workspace may be written. Said in docs/security.md.
    await link(join(bench.base, "outside.txt"), join(bench.workspace.root, "same.txt"));
    await run("echo x > same.txt");
    expect((await stat(join(bench.base, "outside.txt"))).nlink).toBe(2);
    expect(await readlink(join(bench.workspace.root, "to-outside"))).toBe("../outside.txt");
  });
});
