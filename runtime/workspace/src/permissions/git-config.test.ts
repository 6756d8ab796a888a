import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

function repository(config: string): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "git-config-")));
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git/config"), config);
  return root;
}

function permissionsIn(root: string, allow: readonly string[] = []) {
  const read = readPolicy({ allow });
  if (!read.ok) throw new Error(read.message);
  const policies = [{ scope: "cli" as const, policy: read.policy }];
  return createPermissions({ root, home: "/home/u", realPaths: nodeRealPaths(), policies });
}

const status = { command: "git status" };

describe("git in the workspace's own repository", () => {
  it.each([
    "[core]\n\tbare = false\n\tfsmonitor = true\n",
    '[remote "origin"]\n\turl = git@github.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
    '[lfs]\n\trepositoryformatversion = 0\n[lfs "https://example.org/a.git/info/lfs"]\n\taccess = basic\n\tlocksverify = true\n',
    '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n[user]\n\tname = A\n# fsmonitor = x\n',
  ])("runs where nothing in its configuration names a program: %j", async (config) => {
    expect((await permissionsIn(repository(config)).decide("bash", status)).verdict).toBe("allow");
  });

  it.each([
    "[core]\n\tfsmonitor = ./evil\n",
    "[core] fsmonitor=./evil\n",
    "[CORE]\n\tHooksPath = x\n",
    "[core]\n\tpager = evil\n",
    "[diff]\n\texternal = evil\n",
    '[diff "x"]\n\ttextconv = evil\n',
    '[filter "x"]\n\tclean = evil\n',
    "[alias]\n\tst = !evil\n",
    "[include]\n\tpath = ../evil\n",
    '[remote "x"]\n\turl = ext::sh -c evil\n',
    "[core]\n\tbare = false \\\n\n[core]\n\tsshCommand = evil\n",
    "[gpg]\n\tprogram = evil\n",
    "[core]\n\t# a comment \\\n\tfsmonitor = evil\n",
    "[core]\n\tbare = false ; a comment \\\n\tfsmonitor = evil\n",
    '[lfs "extension.x"]\n\tclean = evil\n',
    '[lfs "customtransfer.x"]\n\tpath = evil\n',
    "not a configuration\n",
  ])("asks where something may: %j", async (config) => {
    const permissions = permissionsIn(repository(config));
    expect((await permissions.decide("bash", status)).verdict).toBe("ask");
    expect((await permissions.decide("bash", { command: "ls" })).verdict).toBe("allow");
  });

  it("asks where a repository inside says what git runs", async () => {
    const root = repository("[core]\n\tbare = false\n");
    const inside = join(root, ".git/modules/deps/modules/a");
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, "config"), "[core]\n\tworktree = ../../../../../deps/a\n");
    expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("allow");
    for (const line of ["fsmonitor = evil", "worktree = ../../../../../../home"]) {
      writeFileSync(join(inside, "config"), `[core]\n\t${line}\n`);
      expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("ask");
    }
  });

  it("asks in a bare one that names a program", async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "git-config-")));
    mkdirSync(join(root, "objects"));
    writeFileSync(join(root, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(root, "config"), '[core]\n\tworktree = "."\n\tfsmonitor = evil\n');
    expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("ask");
  });

  it("has a yes for exactly this content", async () => {
    const root = repository("[core]\n\thooksPath = .husky\n");
    const { remember } = await permissionsIn(root).explain("bash", status);
    expect(remember).toEqual([expect.stringMatching(/^GitConfig\([0-9a-f]{64}\)$/)]);
    expect((await permissionsIn(root, remember).decide("bash", status)).verdict).toBe("allow");
    writeFileSync(join(root, ".git/config"), "[core]\n\thooksPath = .evil\n");
    expect((await permissionsIn(root, remember).decide("bash", status)).verdict).toBe("ask");
  });
});
