import { describe, expect, it } from "vitest";
import { permissions } from "../../test/permissions.ts";

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
    ["sed -i s/a/b/ f", ["Bash(sed -i s/a/b/ f)"]],
    ["cat /etc/hosts", ["Read(//etc/hosts)"]],
    ["bash -c 'npm test'", ["Bash(npm test:*)"]],
  ])("%j saves %j, which then allow it", async (command, rules) => {
    const { verdict, remember } = await permissions().decide("bash", { command });
    expect({ verdict, remember }).toEqual({ verdict: "ask", remember: rules });
    expect(await permissions({ allow: remember }).decide("bash", { command })).toMatchObject({ verdict: "allow" });
  });

  it.each([
    ["write", { file_path: "*" }, ["Edit(/\\*)"], { file_path: "a" }],
    ["edit", { file_path: "a[b].txt" }, ["Edit(/a\\[b\\].txt)"], { file_path: "ab.txt" }],
    ["read", { file_paths: ["/etc/*"] }, ["Read(//etc/\\*)"], { file_paths: ["/etc/hosts"] }],
    ["web_fetch", { url: "https://*.example.org/" }, [], { url: "https://a.example.org/" }],
  ])("%s %j saves no wildcard that was a letter", async (tool, args, rules, other) => {
    const { remember } = await permissions().decide(tool, args);
    expect(remember).toEqual(rules);
    const next = permissions({ allow: remember });
    expect((await next.decide(tool, args)).verdict).toBe(rules.length === 0 ? "ask" : "allow");
    expect((await next.decide(tool, other)).verdict).toBe("ask");
  });

  it.each([
    ["deploy", ["deploy"]],
    ["mcp__files__read", ["mcp__files__read"]],
    ["Read", []],
    ["WebFetch", []],
    ["mcp__files", []],
  ])("a tool called %s saves %j", async (tool, rules) => {
    expect(await permissions().decide(tool, {})).toMatchObject({ verdict: "ask", remember: rules });
  });

  it("an agent's type is saved only where it is a name", async () => {
    const engine = permissions({}, { builtins: "none" });
    expect((await engine.decide("agent", { prompt: "x", type: "explore" })).remember).toEqual(["Agent(explore)"]);
    expect((await engine.decide("agent", { prompt: "x", type: "*" })).remember).toEqual([]);
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
    "find src -delete",
    "sed -i.bin s/a/b/ f",
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
    expect(explained.never).toContain("cannot be taken back");
  });
});
