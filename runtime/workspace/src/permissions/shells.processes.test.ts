import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Policy, ToolRegistry, ToolRunner } from "@toolwright/core";
import { nodeRealPaths, type PolicyFile, readPolicy } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { intersectPolicies } from "../agents/intersect-policies.ts";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import { ShellDirectories } from "../tools/bash/shell-directories.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { createPermissions } from "./create-permissions.ts";

function policyOf(rules: { allow?: string[]; deny?: string[] }): PolicyFile {
  const read = readPolicy(rules);
  if (!read.ok) throw new Error(read.message);
  return read.policy;
}

async function shell(change: (policy: Policy) => Policy | undefined = (policy) => policy) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "shells-")));
  for (const name of ["sub/deep", "evil/.git"]) mkdirSync(join(root, name), { recursive: true });
  for (const name of ["sub/secret", "sub/deep/a"]) writeFileSync(join(root, name), "kept\n");
  const workspace = await createLocalWorkspace({ root, home: "/nonexistent", stateDirectory: join(root, ".state") });
  const { policy } = createPermissions({
    root,
    home: "/nonexistent",
    realPaths: nodeRealPaths(),
    policies: [{ scope: "cli", policy: policyOf({ deny: ["Read(/sub/secret)"] }) }],
  });
  const changed = change(policy);
  const runner = new ToolRunner({
    registry: new ToolRegistry([bashTool({ asks: false })]),
    ...(changed === undefined ? {} : { policy: changed }),
    overrides: new Map([[WORKSPACE.id, () => workspace]]),
  });
  return async (command: string) => {
    const { result } = await runner.exec({ name: "bash", arguments: JSON.stringify({ command }) });
    return result.error?.code ?? "ran";
  };
}

describe("a line is judged from where the shell stands", () => {
  it("what is denied there is denied after a cd in an earlier call", async () => {
    const run = await shell();
    expect(await run("cat sub/secret")).toBe("policy_denied");
    expect(await run("cd sub")).toBe("ran");
    expect(await run("cat secret")).toBe("policy_denied");
    expect(await run("cat deep/a")).toBe("ran");
    expect(await run("cd ..")).not.toBe("policy_denied");
  });

  it("git obeys no repository that was entered in an earlier call", async () => {
    const run = await shell();
    expect(await run("git status")).toBe("ran");
    expect(await run("cd evil")).toBe("ran");
    expect(await run("git status")).toBe("approval_denied");
  });

  it("of its own policy, not from where shells of others in the same folder stand", async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "shells-")));
    for (const name of ["evil/.git", ".git/objects", ".git/refs"]) mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/main\n");
    const workspace = await createLocalWorkspace({ root, home: "/nonexistent", stateDirectory: join(root, ".state") });
    const permissions = () => createPermissions({ root, home: "/nonexistent", realPaths: nodeRealPaths() });
    const [mine, theirs] = [permissions(), permissions()];
    const tool = bashTool({ asks: false });
    const runner = new ToolRunner({
      registry: new ToolRegistry([tool]),
      policy: theirs.policy,
      overrides: new Map([[WORKSPACE.id, () => workspace]]),
    });
    await runner.exec({ name: "bash", arguments: '{"command":"cd evil"}' });
    expect((await theirs.decide("bash", { command: "git status" })).verdict).toBe("ask");
    expect((await mine.decide("bash", { command: "git status" })).verdict).toBe("allow");
  });

  it("also where two policies have to agree, and each of them judges", async () => {
    for (const turned of [false, true]) {
      const other = createPermissions({ root: "/nowhere", home: "/nonexistent" }).policy;
      const all = { ...other, decide: async () => ({ verdict: "allow" as const }) };
      const run = await shell((policy) => (turned ? intersectPolicies(all, policy) : intersectPolicies(policy, all)));
      expect(await run("cd sub")).toBe("ran");
      expect(await run("cat secret")).toBe("policy_denied");
    }
  });

  it("and stays where the rules are made again", async () => {
    const shells = new ShellDirectories();
    const root = realpathSync(mkdtempSync(join(tmpdir(), "shells-")));
    mkdirSync(join(root, "sub"));
    const workspace = await createLocalWorkspace({ root, home: "/nonexistent", stateDirectory: join(root, ".state") });
    await shells.end(workspace, { channel: "c", chatId: "1" }, { from: root, to: join(root, "sub") });
    const policies = [{ scope: "cli" as const, policy: policyOf({ deny: ["Read(/sub/secret)"] }) }];
    const again = createPermissions({ root, home: "/nonexistent", policies, shells });
    expect((await again.decide("bash", { command: "cat secret" })).verdict).toBe("deny");
  });

  it("~ as working directory is the home", async () => {
    const permissions = createPermissions({
      root: "/work/repo",
      home: "/home/u",
      policies: [{ scope: "cli", policy: policyOf({ allow: ["Read(~/**)"], deny: ["Read(~/a)"] }) }],
    });
    const decided = await permissions.decide("bash", { command: "cat a", working_dir: "~" });
    expect(decided.verdict).toBe("deny");
  });
});

describe("the other spellings of a path", () => {
  it.each([
    ["/secret", "@secret"],
    ["/secret", "/work/repo/@secret"],
    ["/secret", "./@secret"],
    ["/@secret", "@secret"],
    ["/a\u2019s", "a's"],
    ["/\u00e9", "e\u0301"],
    ["/e\u0301", "\u00e9"],
    ["/a\u202FPM", "a PM"],
  ])("a denial of %j holds for %j", async (path, given) => {
    const policies = [{ scope: "cli" as const, policy: policyOf({ deny: [`Read(${path})`] }) }];
    const permissions = createPermissions({ root: "/work/repo", home: "/home/u", policies });
    for (const [tool, args] of [
      ["read", { file_paths: [given] }],
      ["write", { file_path: given, content: "" }],
      ["grep", { pattern: "x", path: given }],
    ] as const) {
      expect(await permissions.decide(tool, args)).toMatchObject({ verdict: "deny" });
    }
  });
});
