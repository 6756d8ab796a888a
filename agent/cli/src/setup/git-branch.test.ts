import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gitBranch } from "./git-branch.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "toolwright-branch-"));
});
afterEach(() => rm(root, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], {
    cwd: root,
    encoding: "utf8",
  });

it("is the one that git has checked out, in a folder below it too", async () => {
  git("init", "-q", "-b", "feature/tea");
  await mkdir(join(root, "a", "b"), { recursive: true });
  expect(await gitBranch(root)).toBe("feature/tea");
  expect(await gitBranch(join(root, "a", "b"))).toBe("feature/tea");
});

it("is that of a work tree, and the commit where there is none", async () => {
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "Begin");
  git("worktree", "add", "-q", "-b", "other", "beside");
  expect(await gitBranch(join(root, "beside"))).toBe("other");
  git("checkout", "-q", "--detach");
  expect(await gitBranch(root)).toBe(git("rev-parse", "HEAD").slice(0, 7));
});

it("is none outside of a repository, and waits for no pipe that stands in for one", async () => {
  expect(await gitBranch(root)).toBeUndefined();
  await mkdir(join(root, ".git"));
  execFileSync("mkfifo", [join(root, ".git", "HEAD")]);
  expect(await gitBranch(root)).toBeUndefined();
  await rm(join(root, ".git", "HEAD"));
  await writeFile(join(root, ".git", "HEAD"), "x".repeat(10_000));
  expect(await gitBranch(root)).toBeUndefined();
});
