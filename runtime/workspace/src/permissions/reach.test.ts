import { defineTool, type JsonObject } from "@toolwright/core";
import type { RealPaths } from "@toolwright/shell-judge";
import { describe, expect, it, vi } from "vitest";
import { permissions } from "../../test/permissions.ts";

/** Of a memory of links. */
function linked(links: Readonly<Record<string, string>>): RealPaths {
  return { realPath: (path) => links[path] ?? path, existing: () => [] };
}

const far = async (tool: string, args: JsonObject, realPaths?: RealPaths) => {
  const { verdict } = await permissions({}, { keepsChanges: "edits", ...(realPaths && { realPaths }) }).assess(
    tool,
    args,
  );
  return verdict.reach;
};

describe("how far a call gets", () => {
  const FILE = { files: "file", network: false, undo: true };
  const FOLDER = { files: "folder", network: false, undo: true };
  const NONE = { files: "none", network: false, undo: true };
  const ANYWHERE = { files: "machine", network: true, undo: false };

  it.each<readonly [string, JsonObject, object]>([
    ["read", { file_path: "a.ts" }, FILE],
    ["read", { file_path: "/etc/hosts" }, { ...FILE, files: "machine" }],
    ["ls", {}, FOLDER],
    ["grep", { pattern: "x" }, FOLDER],
    ["glob", { pattern: "**/*.ts" }, FOLDER],
    ["write", { file_path: "a.ts", content: "" }, FILE],
    ["write", { file_path: "../a.ts", content: "" }, { files: "machine", network: false, undo: false }],
    ["edit", { file_path: "a.ts", old_string: "a", new_string: "b" }, FILE],
    ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch" }, FILE],
    ["apply_patch", { patch: "nothing" }, ANYWHERE],
    ["web_fetch", { url: "https://example.org/" }, { files: "none", network: true, undo: true }],
    ["agent", { task: "x" }, NONE],
    ["write_todos", { todos: [] }, NONE],
    ["bash", { command: "git log" }, FOLDER],
    ["bash", { command: "npm test" }, ANYWHERE],
    ["bash", {}, ANYWHERE],
    ["bash", { command: "ls", working_dir: 1 }, ANYWHERE],
    ["bash", { command: "cat a", working_dir: "/etc" }, ANYWHERE],
    ["bash", { command: "cat a", working_dir: "src" }, FILE],
    ["mcp__a__b", {}, ANYWHERE],
    ["deploy", {}, ANYWHERE],
  ])("%s %j", async (tool, args, reach) => {
    expect(await far(tool, args)).toEqual(reach);
  });

  it("cannot be undone where nothing is kept", async () => {
    const { verdict } = await permissions().assess("write", { file_path: "a.ts", content: "" });
    expect(verdict.reach).toEqual({ ...FILE, undo: false });
  });

  it("goes where links lead", async () => {
    const links = linked({ "/work/repo/a.ts": "/etc/hosts" });
    expect((await far("write", { file_path: "a.ts", content: "" }, links)).files).toBe("machine");
    expect((await far("read", { file_path: "a.ts" }, links)).files).toBe("machine");
    expect((await far("bash", { command: "cat a.ts" }, links)).files).toBe("machine");
  });

  it("believes a tool of the program that it reads, so far that nothing has to be undone, and no server", async () => {
    const own = defineTool({ name: "look", description: "", input: {}, effects: "read", execute: () => 1 });
    const { verdict } = await permissions().assess(own, {});
    expect(verdict.reach).toEqual({ ...ANYWHERE, undo: true });
    expect((await permissions().assess("mcp__a__look", {}, "read")).verdict.reach).toEqual(ANYWHERE);
  });

  it("ends at the sandbox, which is made for programs that it would hold and for nothing else", async () => {
    const sandboxed = vi.fn(() => true);
    const held = permissions({ allow: ["Bash(npm test)"] }, { sandboxed });
    for (const command of ["git status", "cat a", "touch a"]) await held.assess("read", { file_path: command });
    expect((await held.assess("bash", { command: "cat a" })).verdict.reach).toEqual(FILE);
    expect(sandboxed).not.toHaveBeenCalled();
    const npm = await held.assess("bash", { command: "npm test" });
    expect(npm.verdict).toMatchObject({ verdict: "allow", reach: { files: "folder", network: false, undo: false } });
    expect(sandboxed).toHaveBeenCalledOnce();
  });

  it("is told by the policy, in the verdict", async () => {
    const bash = defineTool({ name: "bash", description: "", input: {}, execute: () => 1 });
    const { policy } = permissions();
    expect(await policy.decide(bash, { command: "touch a" })).toMatchObject({
      verdict: "ask",
      reach: { files: "file", network: false, undo: false },
    });
  });
});
