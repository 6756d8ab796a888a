import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@toolwright/core";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

const PACKAGE = JSON.stringify(
  { name: "x", version: "1.0.0", description: "plain", scripts: { test: "vitest" }, dependencies: { zod: "4.0.0" } },
  null,
  2,
);

let root = "";
const file = async (path: string, content: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
};

beforeAll(async () => {
  root = join(await realpath(await mkdtemp(join(tmpdir(), "run-by-others-"))), "repo");
  await file("package.json", PACKAGE);
  await file("kept/package.json", PACKAGE.replace("vitest", "one"));
  await file("broken/package.json", "{ not json");
  await file("moved.json", PACKAGE.replace("vitest", "evil"));
  await file("bom/package.json", `\uFEFF${PACKAGE.replaceAll("\n", "\r\n")}`);
  await file("@scope/package.json", PACKAGE);
  await symlink("package.json", join(root, "innocent.json"));
  await symlink(".", join(root, "here"));
});

afterAll(() => rm(dirname(root), { recursive: true, force: true }));

async function verdict(tool: string, args: JsonObject, policy: unknown = {}): Promise<string> {
  const parsed = readPolicy(policy);
  if (!parsed.ok) throw new Error(parsed.message);
  const permissions = createPermissions({
    root,
    home: "/home/u",
    mode: "accept-edits",
    realPaths: nodeRealPaths(),
    policies: [{ scope: "user", policy: parsed.policy }],
  });
  return (await permissions.decide(tool, args)).verdict;
}

const edit = (old_string: string, new_string: string, file_path = "package.json") =>
  verdict("edit", { file_path, old_string, new_string });
const changed = (change: object) => JSON.stringify({ ...JSON.parse(PACKAGE), ...change });
const write = (content: string, file_path = "package.json") => verdict("write", { file_path, content });
const patch = (...lines: string[]) =>
  verdict("apply_patch", { patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });

describe("package.json, by what it would hold", () => {
  it.each([
    ["description", { description: 'has "scripts": {} in its text', keywords: ["a"] }],
    ["versions", { version: "2.0.0", dependencies: { zod: "^4.1.0", vitest: "5.0.0" } }],
    ["what is imported", { exports: { ".": "./a.js" }, type: "module" }],
    ["the order of scripts and no more", { scripts: { test: "vitest" } }],
  ])("passes where only this changes: %s", async (_what, change) => {
    expect(await write(changed(change))).toBe("allow");
  });

  it.each([
    ["a script", { scripts: { test: "evil" } }],
    ["one more script", { scripts: { test: "vitest", postinstall: "x" } }],
    ["no scripts", { scripts: undefined }],
    ["bin", { bin: "./a.js" }],
    ["the shell of npm", { config: { "script-shell": "./x" } }],
    ["hooks", { "lint-staged": { "*": "x" } }],
    ["the package manager", { packageManager: "pnpm@9.0.0+sha512.00" }],
    ["an address as a version", { dependencies: { zod: "git+https://evil.example/x" } }],
    ["a folder as a version", { dependencies: { zod: "file:../x" } }],
  ])("asks where this changes: %s", async (_what, change) => {
    expect(await write(changed(change))).toBe("ask");
  });

  it("is not fooled by how a key is written", async () => {
    expect(await write('{"scr\\u0069pts": {"test": "evil"}}', "new/package.json")).toBe("ask");
    expect(await write(changed({}).replace('"scripts"', '"scripts": {"test": "evil"}, "x"'))).toBe("ask");
    expect(await write('{"__proto__": {"scripts": {}}}', "new/package.json")).toBe("ask");
    expect(await write('{"name": "x"}', "new/package.json")).toBe("allow");
    expect(await write("{ not json")).toBe("ask");
    expect(await edit("not", "now", "broken/package.json")).toBe("ask");
  });

  it("sees edits in their place", async () => {
    expect(await edit('"vitest"', '"evil"')).toBe("ask");
    expect(await edit('"name": "x"', '"name": "y"')).toBe("allow");
    expect(await edit("plain", 'a", "scripts": {"test": "evil"}, "keywords": "')).toBe("ask");
    expect(await edit("plain", "vitest runs it, in words")).toBe("allow");
    expect(await edit("zod", "zed", "bom/package.json")).toBe("allow");
    expect(await edit("vitest", "evil", "bom/package.json")).toBe("ask");
    const edits = [
      { old_string: "plain", new_string: "evil" },
      { old_string: "vitest", new_string: "plain" },
    ];
    expect(await verdict("multi_edit", { file_path: "package.json", edits })).toBe("ask");
    expect(await verdict("multi_edit", { file_path: "package.json", edits: edits.slice(0, 1) })).toBe("allow");
  });

  it("asks where the edit does not fit: by then it might", async () => {
    expect(await edit("nowhere", "anything")).toBe("ask");
    expect(await edit("x", "y", "none/package.json")).toBe("ask");
  });

  it("sees patches, also those that move another file there", async () => {
    const update = ["*** Update File: package.json", "@@"];
    expect(await patch(...update, '-  "name": "x",', '+  "name": "y",')).toBe("allow");
    expect(await patch(...update, '-    "test": "vitest"', '+    "test": "evil"')).toBe("ask");
    expect(await patch("*** Delete File: package.json")).toBe("ask");
    const moved = ["*** Update File: moved.json", "*** Move to: sub/package.json", "@@", '-  "name": "x",'];
    expect(await patch(...moved, '+  "name": "y",')).toBe("ask");
  });

  it.each([
    "innocent.json",
    "here/package.json",
    "PACKAGE.JSON",
    "x/../package.json",
    "./package.json/",
    "@package.json",
  ])("is seen as %s", async (path) => {
    expect(await write(changed({ scripts: { test: "evil" } }), path)).toBe("ask");
  });

  it("is seen where only another spelling of the name is there", async () => {
    expect(await edit("vitest", "evil", "scope/package.json")).toBe("ask");
  });

  it("is given away by a rule of its own name only", async () => {
    const args = { file_path: "package.json", content: changed({ scripts: { test: "evil" } }) };
    for (const rule of ["Edit(**)", "Edit(*.json)", "Read(package.json)", "Edit(kept/package.json)", "Write"]) {
      expect([rule, await verdict("write", args, { allow: [rule] })]).toEqual([rule, "ask"]);
    }
    expect(await verdict("write", args, { allow: ["Edit(package.json)"] })).toBe("allow");
  });

  it("of a patch with more than 200 plain lines is still read to the end where the disk is not known", async () => {
    const permissions = createPermissions({ root: "/work/repo", home: "/home/u", mode: "accept-edits" });
    const lines = [...Array(300).fill('+    "a": "1.0.0",'), '+    "postinstall": "evil",'];
    const text = ["*** Begin Patch", "*** Update File: package.json", "@@", ...lines, "*** End Patch"].join("\n");
    expect((await permissions.decide("apply_patch", { patch: text })).verdict).toBe("ask");
  });
});

describe("files that other programs go by, while edits are accepted", () => {
  const NAMES = [
    ".husky/pre-commit",
    ".devcontainer/devcontainer.json",
    "a.code-workspace",
    ".exrc",
    ".npmrc",
    ".yarnrc.yml",
    ".cargo/config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
    ".gitattributes",
    "AGENTS.md",
    "CLAUDE.md",
    ".gemini/settings.json",
    ".codex/config.toml",
    ".cursor/rules/a.md",
  ];
  const upper = (name: string) => name.toUpperCase();
  const wide = (name: string) =>
    name.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  const hidden = (name: string) => name.replace(/(\w)/, "$1\u200d");
  const spellings = NAMES.flatMap((name, index) =>
    [name, upper(name), wide(name), hidden(name), `sub/${name}`, `l${index}`].map(
      (path) => [path, name, index] as const,
    ),
  );

  it.each(spellings)("%s is not written unasked", async (path, name, index) => {
    await rm(join(root, `l${index}`), { force: true });
    await symlink(name, join(root, `l${index}`));
    const calls: [string, JsonObject][] = [
      ["write", { file_path: path, content: "x" }],
      ["edit", { file_path: path, old_string: "", new_string: "x" }],
      ["multi_edit", { file_path: path, edits: [{ old_string: "a", new_string: "x" }] }],
      ["apply_patch", { patch: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` }],
    ];
    for (const policy of [{}, { allow: ["Edit(**)"] }]) {
      for (const [tool, args] of calls) expect(await verdict(tool, args, policy)).not.toBe("allow");
    }
  });

  it("others are", async () => {
    expect(await write("x", "src/agents.ts")).toBe("allow");
    expect(await write("x", "a.json")).toBe("allow");
  });
});
