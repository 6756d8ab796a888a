import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

function repository(config: string): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "git-config-")));
  makeRepository(join(root, ".git"), config);
  return root;
}

function makeRepository(directory: string, config: string): void {
  for (const name of ["objects", "refs"]) mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(directory, "config"), config);
}

/** One with a repository inside that its index names; `git` works in a folder of it. */
function withRepositoryInside() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "git-config-")));
  const env = { PATH: process.env.PATH ?? "", HOME: root };
  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: join(root, folder),
      env,
      stdio: "ignore",
    });
  mkdirSync(join(root, "deps/part"), { recursive: true });
  for (const folder of ["deps/part", "."]) {
    git(folder, "init", "-q");
    git(folder, "commit", "-q", "--allow-empty", "-m", "one");
  }
  git(".", "add", "deps/part");
  return { root, git };
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
    '[remote "up/stream"]\n\turl = ../other.git\n[branch "a"]\n\tremote = up/stream\n[branch "b"]\n\tremote = .\n',
    '[remote "origin"]\n\turl = file:///srv/git/a.git\n\tpushurl = host:a.git\n[remote]\n\tpushDefault = origin\n',
    '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n[user]\n\tname = A\n# fsmonitor = x\n',
  ])("runs where nothing in its configuration names a program: %j", async (config) => {
    expect((await permissionsIn(repository(config)).decide("bash", status)).verdict).toBe("allow");
  });

  it.each([
    "[core]\n\tfsmonitor = ./evil\n",
    "[core] fsmonitor=./evil\n",
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
    // The hooks of a repository that lies in the folder run where something is pushed to it.
    '[remote "origin"]\n\turl = ./b.git\n',
    '[remote "origin"]\n\turl = b.git\n',
    '[remote "origin"]\n\turl = https://example.org/a\n\tpushurl = deep/../b.git\n',
    '[branch "main"]\n\tremote = ./b.git\n\tmerge = refs/heads/main\n',
    '[branch "main"]\n\tpushRemote = b.git\n',
    "[remote]\n\tpushDefault = b.git\n",
    "not a configuration\n",
    // Git reads these otherwise than it seems: a backslash that is escaped, and a comment that is none, in quotes.
    "[user]\n\tname = a\\\\\n\t[core] fsmonitor = evil\n",
    '[core]\n\tcheckstat = "#\\\n[color]#"\n\tfsmonitor = evil\n',
  ])("asks where something may: %j", async (config) => {
    const permissions = permissionsIn(repository(config));
    expect((await permissions.decide("bash", status)).verdict).toBe("ask");
    expect((await permissions.decide("bash", { command: "ls" })).verdict).toBe("allow");
  });

  it("asks where a repository inside says what git runs, wherever it keeps its files", async () => {
    for (const absorbed of [false, true]) {
      const { root, git } = withRepositoryInside();
      if (absorbed) {
        git(".", "config", "-f", ".gitmodules", "submodule.part.path", "deps/part");
        git(".", "config", "-f", ".gitmodules", "submodule.part.url", "https://example.org/part");
        git(".", "submodule", "absorbgitdirs");
      }
      expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("allow");
      git("deps/part", "config", "filter.x.clean", "evil");
      expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("ask");
      git("deps/part", "config", "--remove-section", "filter.x");
      expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("allow");
      git("deps/part", "config", "core.worktree", "/");
      expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("ask");
    }
  });

  it("asks where a part of an index that cannot be read may name a repository inside", async () => {
    const { root, git } = withRepositoryInside();
    git("deps/part", "config", "filter.x.clean", "evil");
    git(".", "update-index", "--split-index");
    expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("ask");
  });

  it("asks where a folder or a file says that the configuration is elsewhere", async () => {
    const root = repository("[core]\n\tbare = false\n");
    makeRepository(join(root, "elsewhere"), "[core]\n\tfsmonitor = evil\n");
    writeFileSync(join(root, ".git/commondir"), "../elsewhere\n");
    expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("ask");
    // Git takes the blank at the end for a letter of the name.
    const other = repository("[core]\n\tbare = false\n");
    renameSync(join(other, ".git"), join(other, "real"));
    cpSync(join(root, "elsewhere"), join(other, "real "), { recursive: true });
    writeFileSync(join(other, ".git"), "gitdir: real \n");
    expect((await permissionsIn(other).decide("bash", status)).verdict).toBe("ask");
    writeFileSync(join(other, ".git"), "gitdir: real\n");
    expect((await permissionsIn(other).decide("bash", status)).verdict).toBe("allow");
  });

  it("asks below a repository that names a program, and where git finds none in what looks like one", async () => {
    const root = repository("[core]\n\tfsmonitor = evil\n");
    mkdirSync(join(root, "packages/a"), { recursive: true });
    expect((await permissionsIn(join(root, "packages/a")).decide("bash", status)).verdict).toBe("ask");
    const bare = realpathSync(mkdtempSync(join(tmpdir(), "git-config-")));
    makeRepository(bare, '[core]\n\tworktree = "."\n\tfsmonitor = evil\n');
    expect((await permissionsIn(bare).decide("bash", status)).verdict).toBe("ask");
    const none = realpathSync(mkdtempSync(join(tmpdir(), "git-config-")));
    expect((await permissionsIn(none).decide("bash", status)).verdict).toBe("allow");
  });

  it("asks where a remote is a place in the folder, however it is written", async () => {
    const root = repository("");
    for (const [url, verdict] of [
      [`file://${root}/b.git`, "ask"],
      [`${root}/b.git`, "ask"],
      [`${root}-other/b.git`, "allow"],
    ]) {
      writeFileSync(join(root, ".git/config"), `[remote "origin"]\n\turl = ${url}\n`);
      expect((await permissionsIn(root).decide("bash", status)).verdict).toBe(verdict);
    }
  });

  it.each([
    "BISECT_START",
    "rebase-merge/done",
    "shallow",
    "packed-refs",
    "info/attributes",
    "worktrees/x/rebase-merge/onto",
    "objects/info/alternates",
    "worktrees/x/gitdir",
    "modules/deps/part/shallow",
  ])("asks where git would print a file that a link in .git leads to: %s", async (name) => {
    const { root, git } = withRepositoryInside();
    git(".", "config", "-f", ".gitmodules", "submodule.deps/part.path", "deps/part");
    git(".", "config", "-f", ".gitmodules", "submodule.deps/part.url", "https://example.org/part");
    git(".", "submodule", "absorbgitdirs");
    symlinkSync("refs/heads/main", join(root, ".git/HEAD-before"));
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    symlinkSync("../../check.sh", join(root, ".git/hooks/pre-commit"));
    expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("allow");
    for (const target of [join(root, "../secret"), join(root, ".env")]) {
      writeFileSync(target, "KEY=x\n");
      mkdirSync(dirname(join(root, ".git", name)), { recursive: true });
      rmSync(join(root, ".git", name), { force: true });
      symlinkSync(target, join(root, ".git", name));
      const { verdict, reason } = await permissionsIn(root).decide("bash", status);
      expect(verdict).toBe("ask");
      expect(reason).toContain("leads elsewhere, and git may show what is there");
    }
    const { remember } = await permissionsIn(root).explain("bash", status);
    expect((await permissionsIn(root, remember).decide("bash", status)).verdict).toBe("allow");
    rmSync(join(root, ".git", name));
    symlinkSync("/etc/passwd", join(root, ".git", name));
    expect((await permissionsIn(root, remember).decide("bash", status)).verdict).toBe("ask");
  });

  it("asks where the repository of another folder is shown, unless it says that this is a working tree of it", async () => {
    const { root: other, git } = withRepositoryInside();
    const root = realpathSync(mkdtempSync(join(tmpdir(), "git-config-")));
    writeFileSync(join(root, ".git"), `gitdir: ${join(other, ".git")}\n`);
    expect((await permissionsIn(root).decide("bash", { command: "git log -p" })).verdict).toBe("ask");
    const tree = `${root}-tree`;
    git(".", "worktree", "add", "-q", tree);
    expect((await permissionsIn(tree).decide("bash", { command: "git log --oneline" })).verdict).toBe("allow");
    const common = repository("[core]\n\tbare = false\n");
    writeFileSync(join(common, ".git/commondir"), `${join(other, ".git")}\n`);
    writeFileSync(join(common, ".git/gitdir"), "../.git\n");
    expect((await permissionsIn(common).decide("bash", { command: "git log --oneline" })).verdict).toBe("ask");
  });

  it("has a yes for exactly what is run in this folder, whatever else is added", async () => {
    const write = (root: string, text: string) => writeFileSync(join(root, ".git/config"), text);
    const root = repository("[core]\n\tpager = less\n");
    const { remember } = await permissionsIn(root).explain("bash", status);
    expect(remember).toEqual([expect.stringMatching(/^GitConfig\([0-9a-f]{64}\)$/)]);
    expect((await permissionsIn(root, remember).decide("bash", status)).verdict).toBe("allow");
    write(root, '[core]\n\tpager = less\n[branch "new"]\n\tremote = origin\n');
    expect((await permissionsIn(root, remember).decide("bash", status)).verdict).toBe("allow");
    const other = repository("[core]\n\tpager = less\n");
    expect((await permissionsIn(other, remember).decide("bash", status)).verdict).toBe("ask");
    for (const text of ["[core]\n\tpager = evil\n", "[core]\n\tpager = less\n\tsshCommand = evil\n"]) {
      write(root, text);
      expect((await permissionsIn(root, remember).decide("bash", status)).verdict).toBe("ask");
    }
  });

  it("asks about a folder of hooks where git runs them, and not where it only looks", async () => {
    const root = repository("[CORE]\n\tHooksPath = .husky/_\n");
    for (const command of ["git status", "git diff HEAD | head", "git log -3"])
      expect((await permissionsIn(root).decide("bash", { command })).verdict).toBe("allow");
    const rule = ["Bash(git commit *)"];
    const commit = { command: "git commit -m x" };
    expect((await permissionsIn(root, rule).decide("bash", commit)).reason).toContain("(core.hookspath)");
    const { remember } = await permissionsIn(root, rule).explain("bash", commit);
    expect((await permissionsIn(root, [...rule, ...remember]).decide("bash", commit)).verdict).toBe("allow");
    writeFileSync(join(root, ".git/config"), "[core]\n\thooksPath = x\n\tpager = evil\n");
    expect((await permissionsIn(root).decide("bash", status)).verdict).toBe("ask");
  });
});
