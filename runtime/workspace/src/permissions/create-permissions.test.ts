import { describe, expect, it } from "vitest";
import { permissions } from "../../test/permissions.ts";
import type { PermissionOptions } from "./create-permissions.ts";

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
    ["ls", { path: "/" }, "deny"],
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
    ["apply_patch", { patch: "--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\n" }, "deny"],
    ["apply_patch", { patch: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n" }, "ask"],
    ["edit", { file_path: ".git/config", patch: "@@ -1 +1 @@\n-a\n+b\n" }, "deny"],
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

  it("no rule opens the directories where rules are kept", async () => {
    const engine = permissions({ allow: ["Edit(~/**)", "Bash"] }, { ownDirectories: ["/home/u/cfg", "/home/u/st*te"] });
    const verdict = async (tool: string, args: Record<string, string>) => (await engine.decide(tool, args)).verdict;
    expect(await verdict("write", { file_path: "~/cfg/policy.json" })).toBe("deny");
    expect(await verdict("bash", { command: "cp a ~/cfg/policy.json" })).toBe("deny");
    expect(await verdict("bash", { command: "echo x > '/home/u/st*te/trusted/a'" })).toBe("deny");
    expect(await verdict("write", { file_path: "~/state/a" })).toBe("allow");
    expect(await verdict("write", { file_path: "~/cfgs" })).toBe("allow");
  });

  it("hides from a search what rules keep, also while a bad rule makes everything else ask", async () => {
    for (const bad of [[], ["Bash(("]]) {
      const engine = permissions({ allow: bad, deny: ["Read(*.key)"], ask: ["Read(drafts/**)"] });
      const shown = (name: string) => engine.mayRead(`/work/repo/${name}`);
      expect(await Promise.all(["a.ts", "a.key", ".env", "drafts/x"].map(shown))).toEqual([true, false, false, false]);
      expect(await engine.mayRead("/etc/hosts")).toBe(false);
    }
  });

  it("what needs no rule can be narrowed to tools, or to nothing", async () => {
    const calls: readonly [string, Record<string, string | string[]>][] = [
      ["bash", { command: "ls" }],
      ["read", { file_paths: ["a"] }],
      ["done", { message: "x" }],
    ];
    const verdicts = (builtins: PermissionOptions["builtins"]) => {
      const engine = permissions({}, builtins === undefined ? {} : { builtins });
      return Promise.all(calls.map(async ([tool, args]) => (await engine.decide(tool, args)).verdict));
    };
    expect(await verdicts(undefined)).toEqual(["allow", "allow", "allow"]);
    expect(await verdicts("tools")).toEqual(["ask", "allow", "allow"]);
    expect(await verdicts("none")).toEqual(["ask", "ask", "ask"]);
  });

  it("a bad rule makes the default ask, also for what is harmless", async () => {
    const engine = permissions({ allow: ["Bash((", "Bash(ls:*)"] });
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
