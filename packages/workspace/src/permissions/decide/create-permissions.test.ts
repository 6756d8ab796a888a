import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { nodeRealPaths } from "../paths/node-real-paths.ts";
import { readPolicy } from "../rules/policy-file.ts";
import { createPermissions, type PermissionOptions } from "./create-permissions.ts";

const PLACE = { root: "/work/repo", home: "/home/u" };

function permissions(value: unknown = {}, options: Partial<PermissionOptions> = {}) {
  const parsed = readPolicy(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return createPermissions({ ...PLACE, policies: [{ scope: "user", policy: parsed.policy }], ...options });
}

describe("the standard tools", () => {
  it.each([
    ["read", { file_paths: ["src/a.ts"] }, "allow"],
    ["read", { file_paths: ["src/a.ts", "/etc/passwd"] }, "ask"],
    ["read", { file_paths: ["src/a.ts", ".env"] }, "deny"],
    ["read", { file_paths: ["@.env"] }, "deny"],
    ["read", { file_paths: ["~/.ssh/id_rsa"] }, "deny"],
    ["read", { file_paths: ["*.ts"] }, "allow"],
    ["read", { file_paths: 1 }, "ask"],
    ["read", {}, "ask"],
    ["grep", { pattern: "x" }, "allow"],
    ["grep", { pattern: "x", path: ".env" }, "deny"],
    ["grep", { pattern: "x", path: "/etc" }, "ask"],
    ["ls", {}, "allow"],
    ["ls", { path: "~/.ssh" }, "deny"],
    ["glob", { pattern: "**/*.ts" }, "allow"],
    ["glob", { pattern: "../**" }, "ask"],
    ["glob", { pattern: "/etc/*" }, "ask"],
    ["glob", { pattern: "src/*/../../../x" }, "ask"],
    ["write", { file_path: "a.ts", content: "" }, "ask"],
    ["write", { file_path: ".git/hooks/pre-commit", content: "" }, "deny"],
    ["edit", { file_path: ".vscode/tasks.json" }, "deny"],
    ["multi_edit", { file_path: "../a" }, "ask"],
    ["apply_patch", { patch: "*** Begin Patch\n*** Update File: a\n*** Move to: .git/config\n*** End Patch" }, "deny"],
    ["apply_patch", { patch: "nothing" }, "ask"],
    ["bash", { command: "ls" }, "allow"],
    ["bash", { command: "cat a", working_dir: "sub" }, "allow"],
    ["bash", { command: "ls", working_dir: "/etc" }, "ask"],
    ["bash", { command: "cat ../../a", working_dir: "sub" }, "ask"],
    ["bash", {}, "ask"],
    ["bash", { command: 1 }, "ask"],
    ["web_fetch", { url: "https://example.org" }, "ask"],
    ["web_fetch", { url: "file:///etc/passwd" }, "ask"],
    ["agent", { prompt: "x" }, "allow"],
    ["done", { message: "x" }, "allow"],
    ["write_todos", { todos: [] }, "allow"],
    ["mcp__a__b", {}, "ask"],
    ["constructor", {}, "ask"],
  ])("%s %j: %s", async (tool, args, verdict) => {
    expect(await permissions().decide(tool, args)).toMatchObject({ verdict });
  });

  it("a secret that is denied to read is denied to every tool", async () => {
    const engine = permissions({ deny: ["Read(keys.txt)"], allow: ["Bash", "Read", "Edit"] });
    const calls: readonly [string, Record<string, string | string[]>][] = [
      ["read", { file_paths: ["keys.txt"] }],
      ["grep", { pattern: "x", path: "sub/keys.txt" }],
      ["edit", { file_path: "keys.txt" }],
      ["bash", { command: "cat keys.txt" }],
      ["bash", { command: "cat < keys.txt" }],
      ["bash", { command: "cat key*" }],
      ["bash", { command: "grep x ./sub/keys.txt" }],
      ["bash", { command: "git show HEAD:keys.txt" }],
      ["bash", { command: "mytool --in=keys.txt" }],
      ["bash", { command: "cp keys.txt a" }],
      ["bash", { command: "bash -c 'cat keys.txt'" }],
    ];
    for (const [tool, args] of calls) expect(await engine.decide(tool, args)).toMatchObject({ verdict: "deny" });
    expect(await engine.decide("bash", { command: "grep -r x ." })).toMatchObject({ verdict: "ask" });
  });
});

describe("rules", () => {
  it("deny beats ask beats allow, whatever is more specific", async () => {
    const engine = permissions({
      allow: ["Bash(git push origin dev)"],
      ask: ["Bash(git push:*)"],
      deny: ["Bash(git:*)"],
    });
    expect(await engine.decide("bash", { command: "git push origin dev" })).toMatchObject({
      verdict: "deny",
      rule: "Bash(git:*)",
    });
    const softer = permissions({ allow: ["Bash(git push origin dev)"], ask: ["Bash(git push:*)"] });
    expect(await softer.decide("bash", { command: "git push origin dev" })).toMatchObject({
      verdict: "ask",
      rule: "Bash(git push:*)",
    });
  });

  it("allow what they name", async () => {
    const engine = permissions({
      allow: [
        "WebFetch(domain:*.example.org)",
        "mcp__files",
        "Edit(src/**)",
        "Read(//etc/hosts)",
        "Agent(explore)",
        "deploy",
      ],
      deny: ["Agent"],
    });
    const verdict = async (tool: string, args: Record<string, string>) => (await engine.decide(tool, args)).verdict;
    expect(await verdict("web_fetch", { url: "https://a.example.org/x" })).toBe("allow");
    expect(await verdict("web_fetch", { url: "https://example.org.evil.com" })).toBe("ask");
    expect(await verdict("mcp__files__read", {})).toBe("allow");
    expect(await verdict("mcp__filesystem__read", {})).toBe("ask");
    expect(await verdict("edit", { file_path: "src/a/b.ts" })).toBe("allow");
    expect(await verdict("edit", { file_path: "lib/src/b.ts" })).toBe("ask");
    expect(await verdict("edit", { file_path: "src/../a.ts" })).toBe("ask");
    expect(await verdict("bash", { command: "cat /etc/hosts" })).toBe("allow");
    expect(await verdict("agent", { prompt: "x", type: "explore" })).toBe("deny");
    expect(await verdict("deploy", {})).toBe("allow");
  });

  it("a bad rule makes the default ask, also for what is harmless", async () => {
    const engine = permissions({ deny: ["Bash(("], allow: ["Bash(ls:*)"] });
    expect(engine.warnings).toHaveLength(1);
    expect(await engine.decide("bash", { command: "pwd; cat a" })).toMatchObject({ verdict: "ask" });
    expect(await engine.decide("read", { file_paths: ["a"] })).toMatchObject({ verdict: "ask" });
    expect(await engine.decide("bash", { command: "ls" })).toMatchObject({ verdict: "allow" });
  });

  it("an exact rule approves what no wildcard does, at the root only", async () => {
    const engine = permissions({
      allow: ["Bash(npm publish)", "Bash(rm -rf dist)", "Bash(cd:*)", "Bash(npm:*)", "Bash(rm:*)"],
    });
    const verdict = async (command: string) => (await engine.decide("bash", { command })).verdict;
    expect(await verdict("npm publish")).toBe("allow");
    expect(await verdict("rm -rf dist")).toBe("allow");
    expect(await verdict("rm -rf lib")).toBe("ask");
    expect(await verdict("npm publish --tag x")).toBe("ask");
    expect(await verdict("cd sub && npm publish")).toBe("ask");
  });
});

describe("modes", () => {
  const decide = async (mode: PermissionOptions["mode"], command: string, value: unknown = {}) =>
    (await permissions(value, mode === undefined ? {} : { mode }).decide("bash", { command })).verdict;

  it("accept-edits writes inside the workspace and nowhere else", async () => {
    expect(await decide("accept-edits", "echo x > a.txt")).toBe("allow");
    expect(await decide("accept-edits", "echo x > /tmp/a")).toBe("ask");
    expect(await decide("accept-edits", "echo x > .git/config")).toBe("deny");
    expect(await decide("accept-edits", "echo x > a.txt", { ask: ["Edit(a.txt)"] })).toBe("ask");
    expect(await decide("accept-edits", "npm test")).toBe("ask");
  });

  it("plan reads and refuses everything that could change something", async () => {
    expect(await decide("plan", "ls && git status")).toBe("allow");
    expect(await decide("plan", "npm test", { allow: ["Bash(npm test:*)"] })).toBe("deny");
    expect(await decide("plan", "echo x > a.txt", { allow: ["Edit"] })).toBe("deny");
    expect((await permissions({ allow: ["Edit"] }, { mode: "plan" }).decide("edit", { file_path: "a" })).verdict).toBe(
      "deny",
    );
  });

  it("deny-asks never asks", async () => {
    expect(await decide("deny-asks", "npm test")).toBe("deny");
    expect(await decide("deny-asks", "ls")).toBe("allow");
  });

  it("a sandbox lifts only the ask that has no other reason", async () => {
    const engine = permissions({ ask: ["Bash(npm test:*)"] }, { sandboxed: true });
    const verdict = async (command: string) => (await engine.decide("bash", { command })).verdict;
    expect(await verdict("cargo build")).toBe("allow");
    expect(await verdict("npm test")).toBe("ask");
    expect(await verdict("rm -rf dist")).toBe("ask");
    expect(await verdict("python -c x")).toBe("ask");
    expect(await verdict("cat /etc/passwd")).toBe("ask");
  });
});

describe("always", () => {
  it.each([
    ["npm test", ["Bash(npm test:*)"]],
    ["npm run build -- --x", ["Bash(npm run build:*)"]],
    ["cargo build --release", ["Bash(cargo build:*)"]],
    ["LANG=C pytest tests/a.py", ["Bash(pytest:*)"]],
    ["git commit -m x", ["Bash(git commit:*)"]],
    ["git -C sub fetch", ["Bash(git fetch:*)"]],
    ["timeout 60 npm test", ["Bash(npm test:*)"]],
    ["npm test\nnpm run lint", ["Bash(npm test:*)", "Bash(npm run lint:*)"]],
    ["cd sub && npm test && ls", ["Bash(npm test:*)"]],
    ["./gradlew test", ["Bash(./gradlew test:*)"]],
    ["mkdir -p a/b", ["Bash(mkdir:*)"]],
    ["echo x > out/a.txt", ["Edit(/out/a.txt)"]],
    ["cat /etc/hosts", ["Read(//etc/hosts)"]],
    ["bash -c 'npm test'", ["Bash(npm test:*)"]],
  ])("%j saves %j, which then allow it", async (command, rules) => {
    const { verdict, remember } = await permissions().decide("bash", { command });
    expect({ verdict, remember }).toEqual({ verdict: "ask", remember: rules });
    expect(await permissions({ allow: remember }).decide("bash", { command })).toMatchObject({ verdict: "allow" });
  });

  it("saved rules match what a person expects next time", async () => {
    const engine = permissions({ allow: ["Bash(git fetch:*)", "Bash(npm test:*)"] });
    for (const command of [
      "git -C sub fetch",
      "git --no-pager fetch",
      "LANG=C npm test",
      "npm test\nnpm test -- x",
      "timeout 9 npm test",
    ]) {
      expect(await engine.decide("bash", { command })).toMatchObject({ verdict: "allow" });
    }
  });

  it.each([
    "sudo npm test",
    "xargs npm test",
    "env A=1 npm test",
    "FOO=1 npm test",
    "python3 a.py",
    "python3 -c x",
    "node a.js",
    "rm -rf dist",
    "git push --force",
    "npm publish",
    "find . -delete",
    "sed -i s/a/b/ f",
    "eval ls",
    "sh a.sh",
    "cat $X",
    "$X",
  ])("%j is never saved, and says why", async (command) => {
    const explained = await permissions().explain("bash", { command });
    expect(explained).toMatchObject({ verdict: "ask", remember: [] });
    expect(explained.never).toEqual(expect.any(String));
  });

  it("the explanation names every part that stands in the way", async () => {
    const explained = await permissions().explain("bash", { command: "npm test && rm -rf dist > /tmp/a" });
    expect(explained.parts).toHaveLength(4);
    expect(explained.remember).toEqual(["Bash(npm test:*)"]);
    expect(explained.never).toContain("recursive delete");
  });
});

describe("links", () => {
  let root = "";
  beforeAll(async () => {
    const base = await realpath(await mkdtemp(join(tmpdir(), "permissions-")));
    root = join(base, "repo");
    await mkdir(join(root, "src"), { recursive: true });
    await mkdir(join(root, "nested", ".git"), { recursive: true });
    await mkdir(join(root, "bare", "objects"), { recursive: true });
    await writeFile(join(root, "bare", "HEAD"), "");
    await mkdir(join(base, "outside", "deep"), { recursive: true });
    await writeFile(join(base, "outside", "secret"), "");
    await writeFile(join(root, ".env"), "");
    await symlink(join(base, "outside"), join(root, "out"));
    await symlink("../outside/deep", join(root, "deep"));
    await symlink(".env", join(root, "innocent.txt"));
    await symlink("src", join(root, "source"));
    await symlink("loop", join(root, "loop"));
    await symlink(root, join(base, "alias"));
  });

  const verdict = async (command: string, options: Partial<PermissionOptions> = {}) =>
    (
      await permissions({ allow: ["Bash(touch:*)"] }, { root, realPaths: nodeRealPaths(), ...options }).decide("bash", {
        command,
      })
    ).verdict;

  it.each([
    ["cat src/a", "allow"],
    ["cat source/a", "allow"],
    ["cat out/secret", "ask"],
    ["cat out/not/there", "ask"],
    ["cat deep/../secret", "ask"],
    ["cat out/*", "ask"],
    ["cd out && cat secret", "ask"],
    ["cat innocent.txt", "deny"],
    ["cat < innocent.txt", "deny"],
    ["cat loop", "ask"],
    ["touch out/new", "ask"],
    ["touch source/new", "allow"],
    ["echo x > out/new", "ask"],
    ["git -C src status", "allow"],
    ["cd src && git status", "allow"],
    ["git -C nested status", "ask"],
    ["cd nested && git status", "ask"],
    ["git -C bare status", "ask"],
    ["cd nested && cat a", "allow"],
  ])("%j: %s", async (command, expected) => {
    expect(await verdict(command)).toBe(expected);
  });

  it("a root that is itself reached through a link is the same root", async () => {
    const alias = join(root, "..", "alias");
    expect(await verdict("cat src/a", { root: alias })).toBe("allow");
    expect(await verdict("cat out/secret", { root: alias })).toBe("ask");
  });

  it("a look-up that fails asks", async () => {
    const broken = { realPath: () => Promise.reject(new Error("no disk")) };
    expect(await verdict("cat src/a", { realPaths: broken })).toBe("ask");
  });
});
