import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

function repository(tracked: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tracked-")));
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, stdio: "ignore", env: { PATH: process.env.PATH ?? "", HOME: root } });
  git("init", "-q", "--template=");
  mkdirSync(join(root, "src"));
  for (const name of ["a.ts", "src/b.ts", ".env", "src/.env.local"]) writeFileSync(join(root, name), "x\n");
  symlinkSync(".env", join(root, "link"));
  git("add", "-f", ...tracked);
  return root;
}

async function verdict(root: string, command: string): Promise<string> {
  const read = readPolicy({ allow: ["Bash(git *)", "Bash(touch *)"] });
  if (!read.ok) throw new Error(read.message);
  const policies = [{ scope: "cli" as const, policy: read.policy }];
  const permissions = createPermissions({ root, home: "/home/u", realPaths: nodeRealPaths(), policies });
  return (await permissions.decide("bash", { command })).verdict;
}

describe("names that git lists, beside a .env that it does not track", () => {
  const root = repository(["a.ts", "src/b.ts"]);

  it.each([
    "git ls-files | xargs cat",
    "git ls-files | grep -v test | xargs wc -l",
    "git ls-files src | xargs cat",
    "git diff --name-only | xargs -r wc -l",
    "touch x; git ls-files | xargs cat",
  ])("may be read: %s", async (line) => expect(await verdict(root, line)).toBe("allow"));

  it.each([
    "git ls-files -o | xargs cat",
    "git ls-files -co | xargs cat",
    "git diff --name-only HEAD~1 | xargs cat",
    "git diff --name-only --cached | xargs cat",
    "find . -type f | xargs cat",
    "git add -A -f; git ls-files | xargs cat",
    "git ls-files | xargs cat; git add -A -f",
    "for i in 1 2; do git ls-files | xargs cat; git add -A -f; done",
    "{ sleep 1; git ls-files | xargs cat; } & git add -A -f",
    "git reset -q HEAD~1; git ls-files | xargs cat",
  ])("are no longer certain: %s", async (line) => expect(await verdict(root, line)).not.toBe("allow"));

  it.each([[["a.ts", ".env"]], [["a.ts", "src/.env.local"]], [["a.ts", "link"]]])(
    "are asked about where it tracks a secret or a link to one: %j",
    async (tracked) => expect(await verdict(repository(tracked), "git ls-files | xargs cat")).not.toBe("allow"),
  );
});

describe("what git itself shows of the files that it tracks", () => {
  const tracking = repository(["a.ts", "src/b.ts", "src/.env.local"]);
  const clean = repository(["a.ts", "src/b.ts"]);
  const SHOWING = [
    "git grep x",
    "git grep x -- src",
    "git grep x -- 's*'",
    "git grep x -- 'sr*'",
    "git grep x -- 's?c'",
    "git grep x -- '[s]rc/'",
    "git grep x -- ':(icase)SRC'",
    "git log -p",
    "git log -p -- 'sr*'",
    "cd src && git log -p",
    "cd src && git grep x -- ':/src'",
    "cd src && git grep x -- ':(top)s*'",
    "git add a.ts && git grep x -- src",
  ];

  it.each(SHOWING)("is asked about where a secret is among them: %s", async (line) => {
    expect(await verdict(tracking, line)).not.toBe("allow");
    expect(await verdict(clean, line)).toBe("allow");
  });

  it.each(["git grep x -- '*.ts'", "git log -p -- a.ts", "git grep x -- 'src/*.ts'", "git diff -- 'a*'"])(
    "is free where a pathspec leaves the secret out: %s",
    async (line) => expect(await verdict(tracking, line)).toBe("allow"),
  );
});
