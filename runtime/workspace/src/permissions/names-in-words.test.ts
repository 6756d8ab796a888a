import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeRealPaths } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

function repository(files: readonly string[], tracked = "."): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "names-")));
  mkdirSync(join(root, "src"));
  for (const name of files) writeFileSync(join(root, name), "x\n");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "ignore" });
  git("init", "-q", "--template=");
  git("add", tracked);
  return root;
}

async function verdict(root: string, command: string): Promise<string> {
  const permissions = createPermissions({ root, home: "/home/u", realPaths: nodeRealPaths() });
  return (await permissions.decide("bash", { command })).verdict;
}

describe("names of files that a command prints into the words of another", () => {
  const plain = repository(["a.md", "src/a.ts", "src/b.ts"]);

  it.each([
    "wc -l $(git ls-files '*.ts')",
    "wc -l $(git ls-files)",
    "grep -n foo $(git ls-files '*.ts')",
    "cat $(find src -name '*.ts')",
    "head -5 $(git ls-files) | sort",
  ])("are read without a question where each of them may be: %s", async (command) => {
    expect(await verdict(plain, command)).toBe("allow");
  });

  it.each([
    "rm $(git ls-files)",
    "cp $(git ls-files) src",
    "cd $(find src -type d) && ls",
    "eval $(git ls-files)",
    "node $(git ls-files '*.ts')",
    "sort $(git ls-files)",
    "wc -l a$(git ls-files)",
    "IFS=s; cat $(git ls-files)",
    "wc -l $(cat list)",
    "wc -l $(git ls-files | tr a b)",
  ])("are asked about elsewhere: %s", async (command) => {
    expect(await verdict(plain, command)).not.toBe("allow");
  });

  it.each([
    ["a secret that is tracked", ["prod.env"], "."],
    ["a name that is cut in two", ["a b"], "."],
    ["a name with a wildcard, which the shell expands", ["prod.en[v]"], "prod.en*"],
    ["a star, which becomes every name", ["*", "prod.env"], "[*]"],
    ["a name like an option", ["--files0-from=x"], "."],
  ])("are asked about where there is %s", async (_what, files, tracked) => {
    expect(await verdict(repository(files, tracked), "cat $(git ls-files)")).not.toBe("allow");
  });

  it("are asked about where one is a link to another place", async () => {
    const root = repository(["a.md"]);
    symlinkSync("/etc/hosts", join(root, "link"));
    execFileSync("git", ["add", "link"], { cwd: root });
    expect(await verdict(root, "cat $(git ls-files)")).not.toBe("allow");
  });
});
