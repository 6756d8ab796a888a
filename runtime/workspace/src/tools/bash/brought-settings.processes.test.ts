import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Approver, ToolRegistry, ToolRunner } from "@toolwright/core";
import { afterAll, expect, it } from "vitest";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { bashTool } from "./bash.tool.ts";

const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

const base = realpathSync(mkdtempSync(join(tmpdir(), "brought-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const root = join(base, "repo");

const FILES: Readonly<Record<string, string>> = {
  "repo/package.json": '{"name":"x","version":"1.0.0"}',
  "repo/.npmrc": "logs-dir=./logs\ncache=./cache\ntiming=true\nupdate-notifier=true\ngit=./bin/git\n",
  "repo/bin/git": `#!/bin/sh\ntouch '${base}/ran'\nexec /usr/bin/env -i PATH='${process.env.PATH}' git "$@"\n`,
  "dep/package.json": '{"name":"dep","version":"1.0.0"}',
  "repo/bin/ls": `#!/bin/sh\ntouch '${base}/ran'\n`,
  // `shasum` is a program in Perl.
  "repo/lib/Digest/SHA.pm": `package Digest::SHA; open(my $mark, ">", "${base}/ran"); 1;\n`,
  "home/x": "",
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}
for (const name of ["ls", "git"]) chmodSync(join(root, "bin", name), 0o755);

async function run(command: string): Promise<void> {
  const environment = {
    ...process.env,
    PATH: `${root}/bin:.:${process.env.PATH}`,
    HOME: join(base, "home"),
    PERL5LIB: "lib",
  };
  const workspace = await createLocalWorkspace({ root, home: join(base, "home"), environment });
  const runner = new ToolRunner({
    registry: new ToolRegistry([bashTool({ sandbox: "off" })]),
    approver: YES,
    overrides: new Map<string, () => unknown>([["toolwright.workspace", () => workspace]]),
  });
  const done = await runner.exec({ name: "bash", arguments: { command, timeout: 60 } });
  expect(JSON.stringify(done)).toContain("[exit 0");
}

it("npm writes nothing where the .npmrc of the folder says, where it only looks", async () => {
  await run("npm ls");
  expect(readdirSync(root).sort()).toEqual([".npmrc", "bin", "lib", "package.json"]);
});

it("npm starts git, and not the program that a .npmrc calls so", async () => {
  const environment = { ...process.env, HOME: join(base, "home") };
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-C", join(base, "dep"), ...args], {
      env: environment,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  await run(`npm view git+file://${base}/dep version`);
  expect(existsSync(join(base, "ran"))).toBe(false);
  await run(`npm view git+file://${base}/dep version; node --eval 0`);
  expect(existsSync(join(base, "ran"))).toBe(true);
  rmSync(join(base, "ran"));
});

it("a program of the folder runs in no line that looks, and in others as before", async () => {
  await run("ls");
  expect(existsSync(join(base, "ran"))).toBe(false);
  await run("sh -c 'ls'; true; node --eval 0; ls");
  expect(existsSync(join(base, "ran"))).toBe(true);
});

it.skipIf(spawnSync("shasum", ["--version"]).status !== 0)(
  "nor do modules of the folder that a person's path names",
  async () => {
    rmSync(join(base, "ran"), { force: true });
    await run("shasum package.json");
    expect(existsSync(join(base, "ran"))).toBe(false);
    await run("shasum package.json; node --eval 0");
    expect(existsSync(join(base, "ran"))).toBe(true);
  },
);
