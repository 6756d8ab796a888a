import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Approver, ToolRegistry, ToolRunner } from "@toolwright/core";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withoutTime } from "../../../test/bash-bench.ts";
import { type SandboxBench, sandboxBench, whyNoSandbox } from "../../../test/sandbox-bench.ts";
import { createPermissions } from "../../permissions/create-permissions.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { bashTool } from "./bash.tool.ts";
import { bashOutputTool } from "./bash-jobs.tool.ts";
import { BackgroundJobs } from "./jobs/background-jobs.ts";

const missing = process.platform === "linux" ? await whyNoSandbox() : "bubblewrap is for Linux";

const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

describe.skipIf(missing !== undefined)(`a line of bash and files that are denied (skipped: ${missing})`, () => {
  let bench: SandboxBench;
  let runner: ToolRunner;

  beforeEach(async () => {
    bench = await sandboxBench();
    const { root, home } = bench.workspace;
    for (const name of [".env", "keys/k.key", "b.txt", "show.sh"]) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), `the text of ${name}\n`);
    }
    await writeFile(join(root, "show.sh"), "cat .env keys/k.key\n");
    const read = readPolicy({ allow: ["Bash"], deny: ["Read(*.key)"] });
    if (!read.ok) throw new Error(read.message);
    const policies = [{ policy: read.policy, scope: "user" as const }];
    const permissions = createPermissions({ root, home, policies, sandboxed: true, realPaths: nodeRealPaths() });
    runner = new ToolRunner({
      registry: new ToolRegistry([bashTool({ asks: false }), bashOutputTool()]),
      approver: YES,
      policy: permissions.policy,
      overrides: workspaceOverrides({
        workspace: bench.workspace,
        sandbox: await bench.sandbox(),
        backgroundJobs: new BackgroundJobs(),
      }),
    });
  });

  afterEach(() => bench.dispose());

  const run = async (command: string) =>
    withoutTime(String((await runner.exec({ name: "bash", arguments: { command, timeout: 30 } })).message.content));

  it("opens none where it only looks, and says in its last line which it has met, also where it succeeded", async () => {
    const said = "hidden from lines that only look: ";
    expect(await run("cat *.txt")).toBe("a\nthe text of b.txt\n[exit 0]");
    expect(await run("ls -A . keys")).toContain("\nkeys:\nk.key\n[exit 0]");
    const searched = await run("grep -r 'the text' . --exclude=show.sh | sort; echo found");
    expect(searched).not.toContain("text of .env");
    expect(searched).not.toContain("text of keys");
    expect(searched).toMatch(/b\.txt:the text of b\.txt\n/);
    expect(searched.split("\n").at(-1)).toBe(`[exit 0 · ${said}.env, keys/k.key]`);
    expect(await run("find . -type f -exec cat {} + 2>&1 | grep -v text")).toMatch(
      new RegExp(`\\[exit 0 · ${said}\\.env, keys/k\\.key\\]$`),
    );
    expect(await run("grep -rl no-such-text . 2>/dev/null")).toBe(
      "[exit 2 · hidden from lines that only look, whether this one met them or not: .env, keys/k.key]",
    );
    expect(await run("ls nowhere 2>/dev/null")).toBe("[exit 2]");
  });

  it("hides many, whatever they are called, and leaves their folder as it is", async () => {
    const { root } = bench.workspace;
    const keys = [
      " a ",
      "b\tc",
      "d\ne",
      "f\\040g",
      "#h",
      "'i'",
      '"',
      "é\u{1f511}",
      "\u00a0",
      "$(id)",
      "-r",
      ",ro",
      "\u007f",
    ];
    for (let index = 0; keys.length < 300; index += 1) keys.push(`k${index}`);
    for (const name of keys) await writeFile(join(root, "keys", `${name}.key`), `the text of ${name}\n`);
    expect(
      await run("ls -A keys | wc -l; find keys -type f -exec cat {} + 2>&1 | grep -c 'Permission denied'"),
    ).toMatch(/^302\n301\n\[/);
    await writeFile(join(root, "keys/list.txt"), "mine\n");
    expect(await run("cat keys/list.txt; cp b.txt keys/new; cat keys/new")).toMatch(/^mine\nthe text of b\.txt\n\[/);
  });

  it.each([
    "cat $(ls -A)",
    'ls -A | while read -r f; do cat "$f"; done',
    "for f in $(find . -type f); do head -5 $f; done",
    "tar czf - . | gunzip | tr -d '\\0'",
    "pr -t $(find . -type f -not -path '*/.git/*')",
    "dd if=$(ls -A | grep env) 2>&1",
    "x=$(ls -A | head -2 | tail -1); cat $x",
  ])("opens none where its words cannot be known: %s", async (command) => {
    expect(await run(command)).not.toMatch(/the text of (?:\.env|keys)/);
  });

  it("is not asked about what it cannot open, and shows nothing of it", async () => {
    const { root, home } = bench.workspace;
    const read = readPolicy({ deny: ["Read(*.key)"] });
    if (!read.ok) throw new Error(read.message);
    const policies = [{ policy: read.policy, scope: "user" as const }];
    const asked = createPermissions({ root, home, policies, sandboxed: true, realPaths: nodeRealPaths() });
    const { policy } = createPermissions({
      root,
      home,
      policies,
      sandboxed: "keeps-files",
      realPaths: nodeRealPaths(),
    });
    await writeFile(join(root, "c.key"), "the text of c.key\n");
    const unasked = new ToolRunner({
      registry: new ToolRegistry([bashTool({ asks: false })]),
      policy,
      overrides: workspaceOverrides({ workspace: bench.workspace, sandbox: await bench.sandbox() }),
    });
    for (const command of [
      "grep -rn 'the text' .",
      "cat *",
      "find . -type f | xargs grep text",
      "find . -type f -exec cat {} +",
      "cat $(ls -A)",
      "cd keys && grep -r text ..",
    ]) {
      expect([command, (await asked.decide("bash", { command })).verdict]).toEqual([
        command,
        expect.not.stringMatching("allow"),
      ]);
      const told = String((await unasked.exec({ name: "bash", arguments: { command, timeout: 30 } })).message.content);
      expect(told).toMatch(/text of b\.txt/);
      expect(told).not.toMatch(/the text of (?:\.env|c\.key|keys)/);
      expect(told.split("\n").at(-1)).toContain("hidden from lines that only look");
    }
  });

  it("keeps them where it runs a program of the project", async () => {
    expect(await run("bash ./show.sh")).toBe("the text of .env\nthe text of keys/k.key\n[exit 0]");
  });

  it("opens none in the background, and says so when the job has ended", async () => {
    const settle = async (name: string, args: Record<string, string | number | boolean>) =>
      String((await runner.exec({ name, arguments: args })).message.content);
    let told = await settle("bash", { command: "grep -r text keys; true", background: true });
    while (!told.includes("[exit")) told += await settle("bash_output", { job: "j1", wait: 20 });
    expect(told).not.toContain("the text of");
    expect(told).toMatch(/\[exit 0 · hidden from lines that only look: keys\/k\.key\]$/);
  });
});
