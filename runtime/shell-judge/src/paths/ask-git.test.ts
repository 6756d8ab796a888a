import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitPrograms } from "./git-config.ts";
import { trackedNames } from "./git-index.ts";

it("asks no other repository for what is missing in one: a partial clone names the program that would send it", async () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "ask-git-")));
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", args, {
      cwd: join(top, cwd),
      stdio: "ignore",
      env: { PATH: process.env.PATH ?? "", HOME: top },
    });
  mkdirSync(join(top, "from/dir"), { recursive: true });
  writeFileSync(join(top, "from/dir/x"), "x");
  git("from", "init", "-q");
  git("from", "config", "uploadpack.allowFilter", "true");
  git("from", "add", "-A");
  git("from", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "x");
  git(".", "clone", "-q", "--filter=blob:none", "--no-checkout", `file://${top}/from`, "clone");
  git("clone", "sparse-checkout", "init", "--cone", "--sparse-index");
  git("clone", "reset", "-q", "--hard");
  rmSync(join(top, "clone/.git/objects"), { recursive: true });
  mkdirSync(join(top, "clone/.git/objects"));
  const mark = join(top, "mark");
  git("clone", "config", "remote.origin.uploadpack", `touch ${mark}; git-upload-pack`);

  await gitPrograms(join(top, "clone")).catch(() => undefined);
  await trackedNames(join(top, "clone"));

  expect(existsSync(mark)).toBe(false);
  rmSync(top, { recursive: true });
});
