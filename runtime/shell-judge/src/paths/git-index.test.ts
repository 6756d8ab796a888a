import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { trackedNames } from "./git-index.ts";

const NAMES = ["a.ts", "dir/b.ts", "dir/deep/c.ts", "dir/deep/cc.ts", ".hidden", "Größe.md", "x".repeat(200), "x y"];

function repository(...settings: readonly string[]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "git-index-")));
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, stdio: "ignore", env: { PATH: process.env.PATH ?? "", HOME: root } });
  git("init", "-q", "--template=", ...settings.filter((one) => one.startsWith("--")));
  for (const name of NAMES) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), name);
  }
  for (const setting of settings.filter((one) => !one.startsWith("--"))) git("config", setting, "4");
  git("add", "-A");
  writeFileSync(join(root, ".env"), "A=1");
  return { root, git };
}

const folded = NAMES.map((name) => name.toLowerCase().normalize("NFKC")).toSorted();

describe("the names that a repository tracks", () => {
  it.each([[[]], [["index.version"]]])("are those of its index, and no others (%j)", async (settings) => {
    const { root } = repository(...settings);
    expect([...((await trackedNames(root)) ?? [])].toSorted()).toEqual(folded);
  });

  it("are those of the index that git writes with flags of its own", async () => {
    const { root, git } = repository();
    git("update-index", "--skip-worktree", "a.ts");
    writeFileSync(join(root, "later"), "x");
    git("add", "-N", "later");
    expect([...((await trackedNames(root)) ?? [])].toSorted()).toEqual([...folded, "later"].toSorted());
  });

  it.each([["--object-format=sha256"], ["index.version"]])("are told of an index of any form: %s", async (setting) => {
    const { root, git } = repository(setting);
    git("update-index", "--split-index");
    expect([...((await trackedNames(root)) ?? [])].toSorted()).toEqual(folded);
  });

  it("are not known where git cannot read the index, or there is no repository that begins there", async () => {
    const { root } = repository();
    expect(await trackedNames(join(root, "dir"))).toBeUndefined();
    writeFileSync(join(root, ".git/index"), "DIRC");
    expect(await trackedNames(root)).toBeUndefined();
    expect(await trackedNames("/nowhere")).toBeUndefined();
  });
});
