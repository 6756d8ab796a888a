import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Approver, type JsonObject, ToolRegistry, ToolRunner } from "@toolwright/core";
import { nodeRealPaths, type RealPaths, readPolicy } from "@toolwright/shell-judge";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { createPermissions } from "../permissions/create-permissions.ts";
import { standardTools } from "../tools/standard-tools.ts";
import { SeenFiles } from "../tracking/seen-files.ts";
import { workspaceOverrides } from "./workspace-overrides.ts";

let base: string;
const at = (...names: readonly string[]) => join(base, "work", ...names);

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "judged-")));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  }
});

afterEach(() => rm(base, { recursive: true }));

const FILES = {
  "src/d/a.txt": "token plain\n",
  "src/b.txt": "token plain\n",
  "lib/c.txt": "token plain\n",
  "secrets/key.txt": "token hidden\n",
  ".env": "TOKEN=token hidden\n",
  ".git/hooks/keep": "token hook\n",
};

/** A program that was written from the docs: a policy, and the tools' workspace. */
async function program(value: unknown, approver?: Approver, realPaths?: RealPaths) {
  const workspace = await createLocalWorkspace({ root: at(), stateDirectory: join(base, "state") });
  const parsed = readPolicy(value);
  if (!parsed.ok) throw new Error(parsed.message);
  const permissions = createPermissions({
    root: at(),
    home: join(base, "home"),
    policies: [{ scope: "user", policy: parsed.policy }],
    ...(realPaths === undefined ? {} : { realPaths }),
  });
  const runner = new ToolRunner({
    registry: new ToolRegistry(standardTools({ bash: { asks: false } })),
    policy: permissions.policy,
    overrides: workspaceOverrides({ workspace, seenFiles: new SeenFiles() }),
    ...(approver === undefined ? {} : { approver }),
  });
  return async (name: string, args: JsonObject) => {
    const { message, result } = await runner.exec({ name, arguments: args });
    return { text: String(message.content), code: result.error?.code };
  };
}

describe("a denied file", () => {
  it("comes out of no tool, in a program that passes nothing but the policy", async () => {
    await symlink("../secrets/key.txt", at("src/link.txt"));
    await symlink("../secrets", at("src/linked"));
    const call = await program({ deny: ["Read(secrets/**)"] });
    const calls: readonly (readonly [string, JsonObject])[] = [
      ["grep", { pattern: "token", ignored: true }],
      ["grep", { pattern: "token", path: "secrets" }],
      ["grep", { pattern: "token", path: "src/linked" }],
      ["grep", { pattern: "token", path: "src/link.txt" }],
      ["grep", { pattern: "hid+en", mode: "count", ignored: true }],
      ["read", { file_paths: ["src/link.txt"] }],
      ["read", { file_paths: ["src/linked/key.txt"] }],
      ["read", { file_paths: [".env"] }],
    ];
    for (const [name, args] of calls) expect((await call(name, args)).text).not.toContain("hidden");
    const listed = await call("glob", { pattern: "**/*", ignored: true });
    expect(listed.text).toContain("lib/c.txt");
    expect(listed.text).not.toMatch(/key\.txt|\.env/);
    const file_path = "src/linked/key.txt";
    expect((await call("write", { file_path, content: "x" })).code).toBeDefined();
    expect((await call("edit", { file_path, old_string: "token", new_string: "x" })).code).toBeDefined();
    expect(await readFile(at("secrets/key.txt"), "utf8")).toBe("token hidden\n");
  });
});

describe("what was judged", () => {
  const yesAfter = (work: () => Promise<void>): Approver => ({
    async approve({ approvalId }) {
      await work();
      return { approvalId, approve: true };
    },
  });

  it.each([
    ["write", { file_path: "src/d/post-checkout", content: "#!/bin/sh\n" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Add File: src/d/post-checkout\n+#!/bin/sh\n*** End Patch\n" }],
  ])("is what is written by %s: a link that came while a person was asked leads nowhere", async (name, args) => {
    const swap = async () => {
      await rename(at("src/d"), at("src/d.old"));
      await symlink("../.git/hooks", at("src/d"));
    };
    const call = await program({}, yesAfter(swap));
    expect(await call(name, args)).toMatchObject({ code: "security_violation" });
    expect(await readdir(at(".git/hooks"))).toEqual(["keep"]);
  });

  it("may lie behind a link that was there all along", async () => {
    await symlink("../lib", at("src/linked"));
    const call = await program(
      {},
      yesAfter(async () => undefined),
    );
    expect(await call("write", { file_path: "src/linked/new.txt", content: "x\n" })).toMatchObject({ code: undefined });
    expect(await readFile(at("lib/new.txt"), "utf8")).toBe("x\n");
  });

  it("is asked of a rule once more, where a link leads to it by then", async () => {
    const swap = async () => {
      await unlink(at("src/b.txt"));
      await symlink("../lib/c.txt", at("src/b.txt"));
    };
    const call = await program({ ask: ["Edit(lib/**)"] }, yesAfter(swap));
    expect(await call("read", { file_paths: ["src/b.txt"] })).toMatchObject({ code: undefined });
    const args = { file_path: "src/b.txt", old_string: "token", new_string: "x" };
    expect(await call("edit", args)).toMatchObject({ code: "security_violation" });
    expect(await readFile(at("lib/c.txt"), "utf8")).toBe(FILES["lib/c.txt"]);
  });
});

describe("a linked file that other programs go by", () => {
  const EDITS = { edit: { old_string: "token", new_string: "x" }, write: { content: "x\n" } };
  const asked: string[] = [];
  const yes = (work: () => Promise<void> = async () => undefined): Approver => ({
    async approve({ approvalId, reason }) {
      asked.push(String(reason));
      await work();
      return { approvalId, approve: true };
    },
  });

  beforeEach(async () => {
    asked.length = 0;
    await mkdir(at("docs"));
    await writeFile(at("docs/AGENTS.md"), "token one\n");
    await writeFile(at("docs/package.json"), '{"scripts":{"test":"token"}}\n');
    await symlink("docs/AGENTS.md", at("AGENTS.md"));
    await symlink("docs/package.json", at("package.json"));
  });

  it.each(["AGENTS.md", "package.json"])(
    "is written after a yes to a question that names it: %s",
    async (file_path) => {
      const call = await program({}, yes(), nodeRealPaths());
      expect(await call("read", { file_paths: [file_path] })).toMatchObject({ code: undefined });
      expect(await call("edit", { file_path, ...EDITS.edit })).toMatchObject({ code: undefined });
      expect(asked).toEqual([expect.stringContaining(`leads to ${at("docs", file_path)}`)]);
      expect(await readFile(at("docs", file_path), "utf8")).not.toContain("token");
    },
  );

  it("is not written where it leads elsewhere by then", async () => {
    await writeFile(at("docs/CLAUDE.md"), "token two\n");
    const swap = async () => {
      await unlink(at("AGENTS.md"));
      await symlink("docs/CLAUDE.md", at("AGENTS.md"));
    };
    const call = await program({}, yes(swap), nodeRealPaths());
    await call("read", { file_paths: ["AGENTS.md"] });
    expect(await call("write", { file_path: "AGENTS.md", ...EDITS.write })).toMatchObject({
      code: "security_violation",
    });
    expect(await readFile(at("docs/CLAUDE.md"), "utf8")).toBe("token two\n");
  });

  it("is not written after a yes to another call, which led to another file", async () => {
    await writeFile(at("docs/plain.md"), "plain\n");
    const relink = async (target: string) => {
      await unlink(at("AGENTS.md"));
      await symlink(target, at("AGENTS.md"));
    };
    await rm(at("notes.md"), { force: true });
    await symlink("docs/AGENTS.md", at("notes.md"));
    const no: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: false }) };
    let approver = no;
    const call = await program(
      {},
      { approve: (request, ...rest) => approver.approve(request, ...rest) },
      nodeRealPaths(),
    );
    expect((await call("write", { file_path: "notes.md", ...EDITS.write })).code).toBeDefined();
    // The same name leads to a file that anyone may write, until the person has said yes.
    await unlink(at("notes.md"));
    await symlink("docs/plain.md", at("notes.md"));
    approver = yes(async () => {
      await unlink(at("notes.md"));
      await symlink("docs/AGENTS.md", at("notes.md"));
    });
    await call("read", { file_paths: ["notes.md"] });
    expect(await call("write", { file_path: "notes.md", ...EDITS.write })).toMatchObject({
      code: "security_violation",
    });
    expect(await readFile(at("docs/AGENTS.md"), "utf8")).toBe("token one\n");
    await relink("docs/AGENTS.md");
  });
});
