import { readdir } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const files = {
  "npm.json": { allow: ["Bash(npm test:*)"] },
  "deny.json": { allow: ["Bash(echo:*)"], deny: ["Bash(echo no:*)", "Read(secret.txt)"] },
  "bad-rule.json": { allow: ["Bash((", "Bash(npm test:*)"] },
  "key.json": { alow: [] },
  "broken.json": "{",
  "secret.txt": "a secret",
  "read.json": [{ toolCalls: [{ name: "read", arguments: { file_paths: ["secret.txt"] } }] }, { text: "End." }],
};

async function permit(...args: string[]) {
  return toolwright(["permit", ...args], { cwd: await folder(files) });
}

describe.concurrent("toolwright permit", () => {
  it.each([
    ["ls", "allow"],
    ["npm test", "ask"],
    ["rm -rf /", "deny"],
  ])("judges %j as %s, and exits 0 whatever the verdict", async (line, verdict) => {
    const { code, stdout, stderr } = await permit(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^${verdict}: [^\\n]+\\n`));
  });

  it('tells a person which rules "always" would save, and what is never saved', async () => {
    expect((await permit("npm test")).stdout).toBe("ask: No rule allows npm.\n  always allows: Bash(npm test:*)\n");
    const mixed = await permit("npm test && rm -rf dist");
    expect(mixed.stdout).toMatch(/^ask: [^\n]+\n {2}always allows: Bash\(npm test:\*\)\n {2}never saved: [^\n]+\n$/);
    expect((await permit("rm -rf /")).stdout).toMatch(/^deny: [^\n]+\n$/);
  });

  it("prints {command, verdict, rule, reason} with --json", async () => {
    const { stdout } = await permit("--json", "--policy", "npm.json", "npm test -- --all");
    expect(jsonLines(stdout)).toEqual([
      { command: "npm test -- --all", verdict: "allow", rule: "Bash(npm test:*)", reason: expect.any(String) },
    ]);
  });

  it("judges a batch in order, and denies what it cannot read", async () => {
    const stdin = '{"command":"ls"}\n\n{"command":"rm -rf ~"}\nls\n{"cmd":"ls"}\n{"command":"npm test"}';
    const { code, stdout } = await toolwright(["permit", "--batch"], { stdin });
    expect(code).toBe(0);
    expect(jsonLines(stdout).map(({ command, verdict }) => [command, verdict])).toEqual([
      ["ls", "allow"],
      ["rm -rf ~", "deny"],
      [null, "deny"],
      [null, "deny"],
      ["npm test", "ask"],
    ]);
    for (const line of jsonLines(stdout)) {
      expect(Object.keys(line)).toEqual(["command", "verdict", "rule", "reason"]);
    }
  });

  it("takes the rules of --policy in place of the built-in allow rules; denials stay", async () => {
    const [ls, npm, remove] = await Promise.all(
      ["ls", "npm test", "rm -rf /"].map((line) => permit("--policy", "npm.json", line)),
    );
    expect(ls?.stdout).toMatch(/^ask: /);
    expect(npm?.stdout).toMatch(/^allow: .* \[Bash\(npm test:\*\)\]\n$/);
    expect(remove?.stdout).toMatch(/^deny: /);
  });

  it("takes --cwd and --home as names, and touches nothing", async () => {
    const { stdout } = await permit("--json", "--cwd", "/no/such/place", "--home", "/no/home", "cat ~/.ssh/id_rsa");
    expect(jsonLines(stdout)[0]).toMatchObject({ verdict: "deny", reason: expect.stringContaining("/no/home/.ssh") });
    const cwd = await folder();
    await toolwright(["permit", "touch made"], { cwd });
    expect(await readdir(cwd)).toEqual([]);
  });

  it("names a rule that does not count, and goes on with the others", async () => {
    const { code, stdout, stderr } = await permit("--policy", "bad-rule.json", "npm test");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(allow|ask): /);
    expect(stderr).toMatch(/^toolwright: [^\n]*Bash\(\([^\n]*\n$/);
  });

  it.each([
    [[], /^Give the shell line as one argument, in quotes/],
    [["git", "status"], /^Give the shell line as one argument, in quotes/],
    [["--batch", "ls"], /^--batch reads its lines from standard input/],
    [["--policy", "none.json", "ls"], /^There is no policy file none\.json/],
    [["--policy", "broken.json", "ls"], /^broken\.json: The policy is not JSON\./],
    [["--policy", "key.json", "ls"], /^key\.json: The policy has an unknown key "alow"/],
  ])("exits 2 for %j", async (args, line) => {
    const { code, stdout, stderr } = await permit(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.replace(/^toolwright: /, "")).toMatch(line);
  });
});

describe.concurrent("--policy", () => {
  it("denies in call, and --yes does not lift it", async () => {
    const cwd = await folder(files);
    const call = (command: string) =>
      toolwright(["call", "bash", JSON.stringify({ command }), "--policy", "deny.json", "--yes", "--sandbox", "off"], {
        cwd,
      });
    const [no, yes] = await Promise.all([call("echo no"), call("echo yes")]);
    expect(no).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Error \[policy_denied\]: /) });
    expect(yes).toMatchObject({ code: 0, stdout: expect.stringMatching(/^yes\n\[exit 0/) });
  });

  it("denies in run", async () => {
    const cwd = await folder(files);
    const args = [
      "run",
      "--model",
      "script:read.json",
      "--policy",
      "deny.json",
      "--yes",
      "--sandbox",
      "off",
      "--json",
      "go",
    ];
    const { code, stdout } = await toolwright(args, { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('"code":"policy_denied"');
    expect(stdout).not.toContain("a secret");
  });

  it("that does not parse is wrong usage", async () => {
    const cwd = await folder(files);
    const { code, stderr } = await toolwright(["chat", "--policy", "broken.json"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "toolwright: broken.json: The policy is not JSON. Mend it and try again.\n",
    });
  });
});
