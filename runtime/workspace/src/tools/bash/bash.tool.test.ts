import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActivityStream, type Approver, type Policy, secret, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { withoutTime } from "../../../test/bash-bench.ts";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { processEntry } from "../../local/process-tree.ts";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { createFileOutputCache } from "../../outputs/file-output-cache.adapter.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { type BashToolOptions, bashTool } from "./bash.tool.ts";

const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

interface SceneOptions extends BashToolOptions {
  readonly workspace?: Workspace;
  readonly approver?: Approver | undefined;
  readonly policy?: Policy;
}

async function scene(options: SceneOptions = {}) {
  const { workspace: given, approver = YES, policy, ...own } = options;
  const root = await realpath(await mkdtemp(join(tmpdir(), "bash-")));
  const state = await mkdtemp(join(tmpdir(), "bash-state-"));
  const workspace = given ?? (await createLocalWorkspace({ root, home: join(root, "home"), killGraceMs: 300 }));
  const cache = createFileOutputCache({ directory: state });
  const activity = new ActivityStream();
  const chunks: string[] = [];
  activity.subscribe("tool_output_chunk", (event) => chunks.push(event.data.chunk));
  const runner = new ToolRunner({
    registry: new ToolRegistry([bashTool({ sandbox: "off", ...own })]),
    activity,
    outputCache: cache,
    secrets: [secret("pin", "hunter2-hunter2")],
    overrides: new Map<string, () => unknown>([
      ["toolwright.workspace", () => workspace],
      ["toolwright.output-spills", () => cache],
    ]),
    ...("approver" in options && options.approver === undefined ? {} : { approver }),
    ...(policy && { policy }),
  });
  async function bash(
    command: string,
    more: Record<string, string | number> = {},
    context: Parameters<ToolRunner["exec"]>[1] = {},
  ) {
    const settled = await runner.exec({ name: "bash", arguments: { command, ...more } }, context);
    const said = String(settled.message.content);
    return { ...settled.result, said, text: withoutTime(said) };
  }
  return { root, runner, bash, chunks, cache };
}

const runs = (pid: number) => processEntry(pid) !== undefined;

describe.concurrent("bash", () => {
  it("runs nothing of a line in a fence, or behind a prompt, and brings the line: a shell runs what a fence prints", async () => {
    const { bash } = await scene();
    for (const line of ["```bash\necho hi\n```", "```\necho hi\n```", "$ echo hi"])
      expect((await bash(line)).said).toContain('Nothing was run. Call it as {"command":"echo hi"}');
    expect((await bash("echo `echo hi`; echo $ b; x=```echo hi```; echo $x")).text).toContain("hi\n$ b\n");
  });

  it("gives what was printed and how it ended", async () => {
    const { bash } = await scene();
    const result = await bash("echo out; sleep 0.05; echo err >&2; exit 3");
    expect(result.text).toBe("out\nerr\n[exit 3]");
    expect(result).toMatchObject({
      isError: false,
      artifact: { stdout: "out\n", stderr: "err\n", returnCode: 3, signal: null, timedOut: false },
    });
    expect((await bash("true")).text).toBe("[exit 0]");
    expect((await bash("printf x")).text).toBe("x\n[exit 0]");
    expect((await bash("sleep 1.1")).said).toMatch(/^\[exit 0 · \d+\.\ds\]$/);
  });

  it("is honest about signals and explains exit codes", async () => {
    const { bash, root } = await scene();
    await writeFile(join(root, "data.txt"), "x");
    const lines: readonly [string, string | RegExp][] = [
      ["kill -KILL $$", "[killed by SIGKILL]"],
      ["bash -c 'kill -KILL $$'", /\[exit 137 · killed \(SIGKILL\), perhaps out of memory\]$/],
      ["kill -XFSZ $$", "[killed by SIGXFSZ: a file grew beyond 16 GiB, the most]"],
      ["(ulimit -f 1; exec yes) > y 2>/dev/null", /\[exit 153 · a file grew beyond 16 GiB, the most \(SIGXFSZ\)\]$/],
      ["echo 'Error: EFBIG: file too large, write' >&2; false", /\[exit 1 · a file grew beyond 16 GiB, the most\]$/],
      ["echo 'xmalloc: cannot allocate 9 bytes' >&2; false", /\[exit 1 · .*only looks has half of the memory/],
      ["bash -c 'kill -SEGV $$'", /\[exit 139 · segmentation fault \(SIGSEGV\)\]$/],
      ["grep zzz data.txt", "[exit 1 · no match]"],
      ["cat data.txt | grep zzz", "[exit 1 · no match]"],
      ["grep zzz missing.txt 2>/dev/null; false", "[exit 1]"],
      ["test -f missing", "[exit 1 · false]"],
      ["diff -q data.txt /dev/null", /differ\n\[exit 1 · differs\]$/],
      ["./data.txt", /\[exit 126 · found but not executable\]$/],
      ["ehco hi", /\[exit 127 · ehco not found; did you mean echo\?\]$/],
      ["no-such-thing-xyz", /\[exit 127 · no-such-thing-xyz not found\]$/],
    ];
    for (const [command, footer] of lines) {
      const { text, isError } = await bash(command);
      expect(isError).toBe(false);
      if (typeof footer === "string") expect(text).toBe(footer);
      else expect(text).toMatch(footer);
    }
  });

  it("keeps the directory, and nothing else, for the next call of the same conversation", async () => {
    const { bash, root } = await scene();
    expect((await bash("mkdir -p a/b && cd a/b && X=1")).text).toBe("[exit 0 · cwd now a/b/]");
    expect((await bash("pwd; echo [$X]")).text).toBe(`${root}/a/b\n[]\n[exit 0]`);
    expect((await bash("pwd", {}, { conversation: { channel: "other", chatId: "1" } })).text).toBe(`${root}\n[exit 0]`);
    expect((await bash("pwd", { working_dir: "a" })).text).toBe(`${root}/a\n[exit 0]`);
    expect((await bash("cd ../..")).text).toBe("[exit 0 · cwd now ./]");
    const forged = await bash("mkdir $'x]\\n[exit 1' && cd x*");
    expect(forged.text).toBe('[exit 0 · cwd now "x]\\n[exit 1"/]');
    await bash("cd ..");
    expect((await bash("cd /tmp; false")).text).toBe(`[exit 1 · cwd reset to ${root}]`);
    expect((await bash("pwd")).text).toBe(`${root}\n[exit 0]`);
    await bash("cd a");
    await rm(join(root, "a"), { recursive: true });
    expect((await bash("pwd")).text).toBe(`${root}\n[exit 0 · cwd reset to ${root}]`);
  });

  it("takes a working_dir inside the workspace only", async () => {
    const { bash, root } = await scene();
    await writeFile(join(root, "file"), "");
    expect(await bash("pwd", { working_dir: ".." })).toMatchObject({
      isError: true,
      error: { code: "security_violation" },
    });
    for (const working_dir of ["file", "missing"]) {
      expect(await bash("pwd", { working_dir })).toMatchObject({ isError: true, error: { code: "user_error" } });
    }
  });

  it("ends everything when time is up, and gives what there was", async () => {
    const { bash, root } = await scene();
    const command =
      "echo started; (trap '' TERM; echo $BASHPID > one; sleep 71; sleep 71) & setsid bash -c 'echo $$ > two; sleep 72' & sleep 73";
    const result = await bash(command, { timeout: 0.6 });
    expect(result).toMatchObject({
      isError: true,
      error: { code: "timeout" },
      artifact: { timedOut: true, returnCode: null },
    });
    expect(result.text).toMatch(/^started\n\[timed out after 0\.6s; \d processes killed\]$/);
    for (const name of ["one", "two"]) expect(runs(Number(await readFile(join(root, name), "utf8")))).toBe(false);
  });

  it("ends what left its session, its parents and its environment when time is up, or says that it may live on", async () => {
    const { bash } = await scene();
    const away = "env -i PATH=\"$PATH\" bash -c 'setsid sleep 79 >/dev/null 2>&1 & echo pid=$!'";
    const { text = "" } = await bash(`${away}; sleep 0.2; echo gone; sleep 80`, { timeout: 1 });
    const pid = Number(/pid=(\d+)/.exec(text)?.[1]);
    expect(text).toContain("gone\n[timed out after 1s");
    const lives = runs(pid);
    if (lives) process.kill(pid, "SIGKILL");
    expect(text.includes("may live on") || !lives).toBe(true);
  });

  it("ends everything on an abort, and gives what there was", async () => {
    const { bash, root, chunks } = await scene();
    const controller = new AbortController();
    const running = bash("echo $$ > pid; echo started; sleep 74", {}, { signal: controller.signal });
    while (chunks.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    const result = await running;
    expect(result).toMatchObject({ isError: true, error: { code: "aborted" } });
    expect(result.text).toBe("started\n[aborted]");
    const pid = Number(await readFile(join(root, "pid"), "utf8"));
    while (runs(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it("names background processes that live on, without waiting for them", async () => {
    const { bash } = await scene();
    const result = await bash("sleep 75 >/dev/null 2>&1 & echo $!");
    const [, pid] = /^(\d+)\n\[exit 0 · 1 background process left \(pid \1\)\]$/.exec(result.text) ?? [];
    // It would be gone if it had been waited for.
    process.kill(Number(pid), "SIGKILL");
  });

  it("cuts a larger timeout than is allowed and says so", async () => {
    const { bash } = await scene({ defaultTimeout: 0.2, maxTimeout: 2 });
    expect((await bash("true", { timeout: 120 })).text).toBe("[exit 0 · timeout cut to 2s, the most]");
    expect((await bash("true", { timeout: 2 })).text).toBe("[exit 0]");
    const ended = await bash("sleep 20", { timeout: 120_000 });
    expect(ended.text).toMatch(/^\[timed out after 2s; \d process(?:es)? killed · timeout cut to 2s, the most\]$/);
    expect(ended.error?.suggestion).toBe("Do less in one command.");
    expect((await bash("sleep 20")).error?.suggestion).toBe("Give a larger timeout, or do less in one command.");
  });

  it("refuses a timeout that is none, and an endless line", async () => {
    const { bash } = await scene({ maxTimeout: 10 });
    expect(await bash("true", { timeout: -1 })).toMatchObject({ isError: true, error: { code: "invalid_arguments" } });
    expect(await bash("true", { timeout: 10 })).toMatchObject({ isError: false });
    expect(await bash("x".repeat(100_001))).toMatchObject({ isError: true, error: { code: "invalid_arguments" } });
  });

  it("never runs what is forbidden, although it was approved", async () => {
    const { bash, root } = await scene();
    await writeFile(join(root, "precious"), "x");
    for (const command of ["rm -rf *", 'rm -rf "$PWD"', "rm -rf ~", "mkdir -p x; cd x; rm -rf ..", "find . -delete"]) {
      expect(await bash(command)).toMatchObject({ isError: true, error: { code: "security_violation" } });
    }
    expect(await readFile(join(root, "precious"), "utf8")).toBe("x");
    expect((await bash("mkdir y && rm -rf y")).text).toBe("[exit 0]");
  });

  it("refuses what is forbidden before anybody is asked, also where a policy asks about every call", async () => {
    const asked: string[] = [];
    const approver: Approver = {
      async approve({ approvalId, arguments: { command } }) {
        asked.push(String(command));
        return { approvalId, approve: true };
      },
    };
    for (const policy of [undefined, { decide: () => ({ verdict: "ask" as const }) }]) {
      const { bash } = await scene({ approver, ...(policy && { policy }) });
      for (const command of ["rm -rf /", "mkdir x; cd x; rm -rf ..", "mkfs.ext4 /dev/sda1"]) {
        const { said, error } = await bash(command);
        expect(error?.code).toBe("security_violation");
        expect(said).toContain("is never run, whoever approves it");
      }
      await bash("cd / && ls", { working_dir: "nowhere" });
      await bash("true");
    }
    expect(asked).toEqual(["cd / && ls", "true", "cd / && ls", "true"]);
  });

  it("asks every time, and does not run unasked", async () => {
    const { bash, root } = await scene({ approver: undefined });
    expect(await bash("touch ran")).toMatchObject({ isError: true, error: { code: "approval_denied" } });
    await expect(readFile(join(root, "ran"))).rejects.toThrow("ENOENT");
  });

  it("streams what a running command prints", async () => {
    const { bash, chunks, root } = await scene();
    const running = bash("echo first; until [ -e go ]; do sleep 0.02; done; echo second");
    while (chunks.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const early = chunks.join("");
    await writeFile(join(root, "go"), "");
    await running;
    expect(early).toBe("first\n");
    expect(chunks.join("")).toBe("first\nsecond\n");
  });

  it("shows colours to who looks on where it is told to, and nobody else", async () => {
    const command = "printf '\\033[31mred\\033[0m hun\\033[1mter2-hunter2\\033[m\\n'";
    const { bash, chunks } = await scene({ colours: true });
    const result = await bash(command);
    expect(result.text).toBe("red [secret:pin]\n[exit 0]");
    expect(result.output).toMatchObject({ type: "text", text: expect.stringMatching(/^red \[secret:pin\]\n/) });
    const looks = [
      [0, "31"],
      [3, ""],
    ];
    expect(result.artifact).toMatchObject({ stdout: "red [secret:pin]\n", looks });
    expect(chunks.join("")).toBe("\x1b[0;31mred\x1b[0m [secret:pin]\n");
    const plain = await scene();
    expect((await plain.bash(command)).artifact).not.toHaveProperty("looks");
    expect(plain.chunks.join("")).toBe("red [secret:pin]\n");
  });

  it("keeps all of a long output retrievable, from the first byte on, without secrets", async () => {
    const { bash, cache } = await scene();
    const { text, ref } = await bash("echo hunter2-hunter2; seq 1 30000");
    expect(text).toMatch(/^\[secret:pin\]\n1\n2\n/);
    expect(text).toContain(`lines omitted; kept as ${ref?.id} …]\n`);
    expect(text).toMatch(/\n30000\n\[exit 0\]$/);
    expect(text.split("\n").length).toBeLessThanOrEqual(2_000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(51_200);
    const lines: string[] = [];
    for await (const line of cache.lines(ref?.id ?? "", { channel: "", chatId: "" }) ?? []) lines.push(line);
    expect([lines.length, lines[0], lines[1], lines.at(-1)]).toEqual([30_001, "[secret:pin]", "1", "30000"]);
  });

  it("shows no binary output", async () => {
    const { bash } = await scene();
    const { text, ref } = await bash("head -c 5000 /dev/zero");
    expect(text).toBe(`[binary output, 5000 bytes, saved ref=${ref?.id}]\n[exit 0]`);
  });

  it("runs in a workspace of any kind", async () => {
    const workspace = await createMemoryWorkspace({ files: { "sub/a.txt": "content" } });
    const { bash } = await scene({ workspace });
    expect((await bash("cd sub && cat a.txt")).text).toBe("content\n[exit 0 · cwd now sub/]");
    expect((await bash("cat a.txt")).text).toBe("content\n[exit 0]");
    expect((await bash("ct a.txt")).text).toMatch(/\[exit 127 · ct not found; did you mean cat\?\]$/);
    expect(await bash("sleep 60", { timeout: 0.1 })).toMatchObject({ error: { code: "timeout" } });
  });
});
