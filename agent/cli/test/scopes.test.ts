import { spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const PROJECT = ".toolwright/policy.json";

/** A folder, and a configuration directory of its own. */
async function place(files: Readonly<Record<string, unknown>>, user?: unknown) {
  const cwd = await folder({ "a.txt": "a\n", ...files });
  const config = await folder(user === undefined ? {} : { "toolwright/policy.json": user });
  const state = await folder();
  const env = { XDG_CONFIG_HOME: config, XDG_STATE_HOME: state };
  const bash = (command: string, ...more: string[]) =>
    toolwright(["call", "bash", JSON.stringify({ command }), "--sandbox", "off", ...more], { cwd, env });
  return { cwd, env, state, bash };
}

describe.concurrent("the scopes of a policy", () => {
  it("the user's rules allow, ask and deny", async () => {
    const { bash } = await place({}, { allow: ["Bash(node -v)"], ask: ["Bash(ls:*)"], deny: ["Read(a.txt)"] });
    expect((await bash("node -v")).stdout).toMatch(/^v\d+/);
    expect((await bash("ls")).stdout).toContain("Error [approval_denied]");
    expect((await bash("cat a.txt", "--yes")).stdout).toContain("Error [policy_denied]");
  });

  it.each(["", "."])("no folder is the home of the user, where HOME is %j", async (home) => {
    const { cwd, env } = await place({
      ".config/toolwright/policy.json": { allow: ["Bash(node -p 1)"] },
      ".config/toolwright/settings.json": { codeMode: "a mistake that ends the command" },
    });
    const places = { env: { ...env, HOME: home, XDG_CONFIG_HOME: "" }, cwd, isAlone: true };
    const { stdout } = await toolwright(["call", "bash", '{"command":"node -p 1"}', "--sandbox", "off"], places);
    expect(stdout).toContain("Error [approval_denied]");
    expect(await toolwright(["run", "list the files"], places)).toMatchObject({ code: 0, stderr: "" });
  });

  it("a denial of any scope beats an allowance of every other", async () => {
    const { bash, cwd } = await place(
      { [PROJECT]: { deny: ["Bash(node -v)"], ask: ["Bash(pwd)"] }, "cli.json": { allow: ["Bash"] } },
      { allow: ["Bash(node:*)", "Bash(pwd)"] },
    );
    const policy = ["--policy", join(cwd, "cli.json")];
    expect((await bash("node -v", ...policy)).stdout).toContain("Bash(node -v) is denied by project rules.");
    expect((await bash("pwd", ...policy)).stdout).toContain("Error [approval_denied]");
    expect((await bash("node -p 1", "--yes")).stdout).toMatch(/^1\n\[exit 0/);
  });

  it("--policy stands in place of the built-in allow rules, as in permit", async () => {
    const { cwd, env } = await place({ "cli.json": { allow: ["Bash(node -v)"] } });
    const policy = ["--policy", join(cwd, "cli.json")];
    const lines = ["node -v", "ls", "git status", "rm -rf ~", "cat .env", "npm publish"];
    const input = (make: (command: string) => object) => lines.map((line) => JSON.stringify(make(line))).join("\n");
    const judged = await toolwright(["permit", "--batch", "--cwd", cwd, ...policy], {
      env,
      stdin: input((command) => ({ command })),
    });
    const called = await toolwright(["call", "--batch", "--sandbox", "off", ...policy], {
      cwd,
      env,
      stdin: input((command) => ({ name: "bash", arguments: { command } })),
    });
    const verdicts = jsonLines(judged.stdout).map(({ verdict }) => verdict);
    expect(verdicts).toEqual(["allow", "ask", "ask", "deny", "deny", "ask"]);
    const [unasked, denied] = [{ error: { code: "approval_denied" } }, { error: { code: "policy_denied" } }];
    // What is never run, whatever the rules say, is more than a denial.
    const never = { error: { code: "security_violation" } };
    expect(jsonLines(called.stdout)).toMatchObject([{ success: true }, unasked, unasked, never, denied, unasked]);
    const read = ["call", "read", '{"file_paths":["a.txt"]}', ...policy];
    expect(await toolwright(read, { cwd, env })).toMatchObject({ code: 0 });
  });

  it("what a project allows does not count untrusted, whatever --yes says; what it denies does", async () => {
    const { bash, state } = await place({ [PROJECT]: { allow: ["Bash(node -p 1)"], deny: ["Bash(pwd)"] } });
    const refused = await bash("node -p 1");
    expect(refused.stdout).toContain("Error [approval_denied]");
    expect(refused.stderr).toBe("toolwright: The project's allow rules are not used: it is not trusted.\n");
    await bash("node -p 1", "--yes");
    expect((await bash("node -p 1")).stdout).toContain("Error [approval_denied]");
    expect((await bash("pwd", "--yes")).stdout).toContain("Error [policy_denied]");
    expect(await readdir(join(state, "toolwright")).catch(() => [])).not.toContain("trusted");
  });

  it("a folder cannot bring rules for the person along", async () => {
    const { bash } = await place({
      ".toolwright/policy.local.json": { allow: ["Bash"] },
      "toolwright/policy.json": { allow: ["Bash"] },
    });
    expect((await bash("node -p 1")).stdout).toContain("Error [approval_denied]");
  });

  it.each([
    ["project", "{", /policy\.json: The policy is not JSON\. Mend it and try again\.$/],
    ["project", '{"alow":[]}', /unknown key "alow"/],
    ["user", "[]", /The policy is not an object\. Mend it and try again\.$/],
  ])("a broken %s file is one error, and nothing runs", async (scope, text, line) => {
    const { bash } = await place(scope === "project" ? { [PROJECT]: text } : {}, scope === "user" ? text : undefined);
    const { code, stdout, stderr } = await bash("echo ran", "--yes");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trimEnd()).toMatch(line);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("a policy that is a pipe or a folder is an error, and never waited for", async () => {
    const { bash, cwd } = await place({});
    await mkdir(join(cwd, PROJECT), { recursive: true });
    expect(await bash("ls")).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a file") });
    const piped = await place({});
    await mkdir(join(piped.cwd, dirname(PROJECT)));
    expect(spawnSync("mkfifo", [join(piped.cwd, PROJECT)]).status).toBe(0);
    expect(await piped.bash("ls")).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a file") });
  });

  it("a bad rule disables itself only, is named, and makes everything without a rule ask", async () => {
    const { bash } = await place({}, { allow: ["Bash(node -v)", "Bash(("] });
    const allowed = await bash("node -v");
    expect(allowed.stdout).toMatch(/^v\d+/);
    expect(allowed.stderr).toMatch(/^toolwright: Rule "Bash\(\("[^\n]+\n$/);
    expect((await bash("ls")).stdout).toContain("Error [approval_denied]");
  });

  it("no call changes the files in which rules stand", async () => {
    const { cwd, env } = await place({}, { allow: ["Edit(~/**)", "Edit(//**)", "Bash"] });
    const targets = [
      "/etc/toolwright/policy.json",
      PROJECT,
      join(env.XDG_CONFIG_HOME, "toolwright/policy.json"),
      join(env.XDG_STATE_HOME, "toolwright/x"),
    ];
    for (const file_path of targets) {
      const write = ["call", "write", JSON.stringify({ file_path, content: "{}" }), "--yes"];
      expect((await toolwright(write, { cwd, env })).stdout).toContain("Error [policy_denied]");
      const bash = ["call", "bash", JSON.stringify({ command: `echo x > ${file_path}` }), "--yes", "--sandbox", "off"];
      expect((await toolwright(bash, { cwd, env })).stdout).toContain("Error [policy_denied]");
    }
  });
});

describe.skipIf(!hasTmux)("trust in a project (skipped without tmux)", () => {
  it("is asked for once, shows every rule, and ends when the file changes", async () => {
    const { cwd, env, bash } = await place({ [PROJECT]: { allow: ["Bash(node -p 1)", "Bash(node --version)"] } });
    const start = () => {
      const terminal = new TestTerminal(["call", "bash", '{"command":"node -p 1"}', "--sandbox", "off"], cwd, env);
      return terminal;
    };
    const declined = start();
    expect(await declined.see(/n = not now >$/)).toMatch(/Bash\(node -p 1\)\n +Bash\(node --version\)\n/);
    declined.type("n");
    expect(await declined.see(/n = no >$/)).toContain("allow rules are not used");
    const trusting = start();
    await trusting.see(/n = not now >$/);
    trusting.type("y");
    await trusting.see(/^1\n[\s\S]*ended with 0/m);
    expect((await bash("node -p 1")).stdout).toMatch(/^1\n/);
    await writeFile(join(cwd, PROJECT), JSON.stringify({ allow: ["Bash(node -p 1)", "Bash"] }));
    expect((await bash("node -p 1")).stdout).toContain("Error [approval_denied]");
    const elsewhere = await place({ [PROJECT]: { allow: ["Bash(node -p 1)", "Bash(node --version)"] } });
    const other = { cwd: elsewhere.cwd, env };
    expect((await toolwright(["call", "bash", '{"command":"node -p 1"}', "--sandbox", "off"], other)).stdout).toContain(
      "Error [approval_denied]",
    );
  });
});
