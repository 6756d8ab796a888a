import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Approver, ToolRegistry, ToolRunner } from "@toolwright/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocalProcesses } from "../../local/local-processes.adapter.ts";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { bashTool } from "./bash.tool.ts";

const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

describe("a repository that brings programs", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "git-looks-")));
  const ran = join(root, "ran");
  let runner: ToolRunner;
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", ...args], {
      cwd: join(root, cwd),
      stdio: "pipe",
    });
  const program = (path: string, name: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), `#!/bin/sh\necho ${name} >> '${ran}'\n`);
    chmodSync(join(root, path), 0o755);
  };

  beforeAll(async () => {
    for (const name of ["repo", "part"]) {
      mkdirSync(join(root, name));
      git(name, "init", "-q");
      writeFileSync(join(root, name, "a.txt"), "1\n");
      git(name, "add", ".");
      git(name, "commit", "-qm", "one");
    }
    git("repo", "submodule", "--quiet", "add", "../part", "part");
    git("repo", "commit", "-qm", "two");
    program("repo/watch.sh", "watch");
    git("repo", "config", "core.fsmonitor", join(root, "repo/watch.sh"));
    git("repo/part", "config", "core.fsmonitor", join(root, "repo/watch.sh"));
    for (const hook of ["post-index-change", "pre-commit"]) {
      program(`repo/.git/hooks/${hook}`, hook);
      program(`repo/.git/modules/part/hooks/${hook}`, `part ${hook}`);
    }
    const home = join(root, "home");
    mkdirSync(home);
    const workspace = await createLocalWorkspace({ root: join(root, "repo"), home });
    runner = new ToolRunner({
      registry: new ToolRegistry([bashTool({ sandbox: "off" })]),
      approver: YES,
      overrides: new Map<string, () => unknown>([["toolwright.workspace", () => workspace]]),
    });
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function ranBy(command: string): Promise<readonly string[]> {
    rmSync(ran, { force: true });
    // Only a file that looks changed makes git write what it saw.
    writeFileSync(join(root, "repo/a.txt"), "1\n");
    writeFileSync(join(root, "repo/part/a.txt"), "1\n");
    await runner.exec({ name: "bash", arguments: { command } });
    const text = existsSync(ran) ? readFileSync(ran, "utf8") : "";
    return [...new Set(text.split("\n").filter((line) => line !== ""))].sort();
  }

  it.each([
    "git status",
    "git status --short && git diff --stat",
    "(cd part && git status)",
    "git -C part status",
    "git diff HEAD | head -20",
    "git log --oneline -3; ls",
    "git status > status.txt",
    "timeout 5 git status",
    "bash -c 'git status'",
  ])("runs none of them where git only looks: %s", async (command) => {
    expect(await ranBy(command)).toEqual([]);
  });

  it("runs no monitor of files of a repository in any line", async () => {
    expect(await ranBy("git status; node --eval 0; git status")).not.toContain("watch");
  });

  it("runs its hooks where git commits", async () => {
    expect(await ranBy("git -c user.name=a -c user.email=a@b commit --allow-empty -qm three")).toContain("pre-commit");
    expect(await ranBy("git status; git -c user.name=a -c user.email=a@b commit --allow-empty -qm 4")).toContain(
      "pre-commit",
    );
  });
});

describe("settings for git in the environment of a person", () => {
  const pairs = (list: readonly (readonly [string, string])[]) =>
    Object.fromEntries([
      ["GIT_CONFIG_COUNT", String(list.length)],
      ...list.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ]);

  async function listed(
    environment: Record<string, string>,
    more: object = {},
    looks = true,
  ): Promise<readonly string[]> {
    let text = "";
    const own = createLocalProcesses({
      environment: { PATH: process.env.PATH, HOME: "/nonexistent", ...environment },
      ...more,
    });
    const request = { command: "git config --list --show-scope", cwd: "/", ...(looks ? { looksIn: "/nowhere" } : {}) };
    await own.start({ ...request, onOutput: (chunk) => void (text += new TextDecoder().decode(chunk)) }).ended;
    return text.split("\n").flatMap((line) => /^command\t(.*)/.exec(line)?.[1] ?? []);
  }

  const OWN = [
    ...["core.fsmonitor=false", "safe.barerepository=explicit"],
    ...["core.fsmonitor=false", "core.hookspath=/dev/null", "log.showsignature=false"],
  ];

  it("go on before ours, and a secret among them stays out unless it is passed", async () => {
    const given = pairs([
      ["safe.directory", "*"],
      ["http.extraheader", "Authorization: x"],
      ["url.https://u:p@h/.insteadof", "h:"],
      ["user.name", "Ann"],
    ]);
    expect(await listed(given)).toEqual(["safe.directory=*", "user.name=Ann", ...OWN]);
    expect((await listed(given, { passEnvironment: ["GIT_CONFIG_COUNT"] })).length).toBe(4 + OWN.length);
    expect(await listed({})).toEqual(OWN);
    expect(await listed({ GIT_CONFIG_COUNT: "many" })).toEqual(OWN);
    expect(await listed(pairs([["Core.fsMonitor", "true"]]), {}, false)).toEqual([
      ...["core.fsmonitor=true", "safe.barerepository=explicit"],
    ]);
  });
});
