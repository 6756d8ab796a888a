import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeRealPaths } from "@toolwright/shell-judge";
import { afterAll, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "brought-")));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let count = 0;

function folder(files: Readonly<Record<string, string>>): string {
  const root = join(place, `${count++}`);
  mkdirSync(root);
  execFileSync("git", ["init", "-q", "--template="], { cwd: root });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
    chmodSync(join(root, name), 0o755);
  }
  return root;
}

async function question(root: string, command: string): Promise<string> {
  const permissions = createPermissions({ root, home: join(place, "home"), realPaths: nodeRealPaths() });
  const { verdict, reason } = await permissions.decide("bash", { command });
  return `${verdict}: ${reason.replaceAll(`${root}/`, "")}`;
}

it.each([
  ["git commit -m x", ".git/hooks/pre-commit", "Hooks of this repository may run: pre-commit."],
  ["git push", ".git/hooks/pre-push", "Hooks of this repository may run: pre-push."],
  ["cargo build", "rust-toolchain.toml", "It may run what rust-toolchain.toml says."],
  ["npm test", ".npmrc", "It may run what .npmrc says."],
  ["python3 x.py", ".python-version", "It may run what .python-version says."],
])("a question about %s names the %s of the folder", async (line, file, sentence) => {
  const root = folder({ "package.json": '{"scripts":{"test":"true"}}', [file]: "script-shell=../x/y\n" });
  expect(await question(root, line)).toMatch(/^ask: No rule allows/);
  expect(await question(root, line)).toContain(` ${sentence}`);
  expect(await question(folder({ "package.json": '{"scripts":{"test":"true"}}' }), line)).not.toContain("may run");
});

it("hooks are found where the configuration says that they are, and samples of them are none", async () => {
  const root = folder({ ".husky/pre-commit": "x", ".git/hooks/pre-push": "x", ".git/hooks/post-merge.sample": "x" });
  expect(await question(root, "git commit -m x")).toContain("may run: pre-push.");
  expect(await question(root, "git status")).toBe("allow: git only reads here.");
  execFileSync("git", ["config", "core.hooksPath", ".husky"], { cwd: root });
  expect(await question(root, "git commit -m x")).toContain("(core.hookspath) can make git run programs.");
});
