import { type Policy, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { standardTools } from "../tools/standard-tools.ts";
import { FILE_GUARD } from "../workspace/file-guard.port.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";

const FILES = {
  "docs/a.md": "A\n",
  "docs/b.md": "B\n",
  "docs/deep/c.md": "C\n",
  "src/x.ts": "X\n",
  "[id].ts": "real\n",
};

async function scene(files: Readonly<Record<string, string>>, policy?: Policy) {
  const workspace = await createMemoryWorkspace({ files });
  const runner = new ToolRunner({
    registry: new ToolRegistry(standardTools()),
    overrides: workspaceOverrides({ workspace }),
    ...(policy && { policy }),
  });
  return async (name: string, args: Record<string, string | number | readonly string[]>) => {
    const { result, message } = await runner.exec({ name, arguments: JSON.stringify(args) });
    return { ...result, text: String(message.content) };
  };
}

describe("a glob in the place of a path", () => {
  it("is read as the files that fit", async () => {
    const call = await scene(FILES);
    const { text } = await call("read", { file_paths: ["docs/*.md", "src/x.ts"] });
    expect(text.match(/=== .* ===/g)).toEqual(["=== docs/a.md ===", "=== docs/b.md ===", "=== src/x.ts ==="]);
    expect((await call("read", { file_paths: ["**/c.md"] })).text).toContain("C");
  });

  it("is a name first", async () => {
    const call = await scene({ ...FILES, "i.ts": "other\n" });
    expect((await call("read", { file_paths: ["[id].ts"] })).text).toContain("real");
  });

  it("reads so many, and says of how many", async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`f${index}.txt`, "x\n"]));
    const call = await scene(many);
    const { text, isError } = await call("read", { file_paths: ["*.txt"] });
    expect(isError).toBe(false);
    expect(text.match(/=== f\d+\.txt ===/g)).toHaveLength(20);
    expect(text).toContain("25 files fit, of which the first 20 were read. Read others by name.");
    expect((await call("ls", { path: "*.txt", limit: 2 })).text).toContain("[2 of 25 files]");
  });

  it("lists the files that fit, and says what is there where none does", async () => {
    const call = await scene(FILES);
    expect((await call("ls", { path: "docs/*.md" })).text).toBe("docs/a.md\ndocs/b.md");
    expect((await call("ls", { path: "docs/*.go" })).error).toMatchObject({
      suggestion: "docs holds: a.md, b.md, deep/.",
    });
  });

  it("shows none that would be asked about or may not be read", async () => {
    const policy: Policy = {
      decide: (_, args) => ({ verdict: JSON.stringify(args).includes("b.md") ? "ask" : "allow" }),
    };
    const call = await scene(FILES, policy);
    const { text } = await call("read", { file_paths: ["docs/*.md"] });
    expect(text).toContain("A");
    expect(text).not.toContain("b.md");
  });

  it("neither shows nor counts what a search may not show", async () => {
    const workspace = await createMemoryWorkspace({ files: FILES });
    const overrides = new Map<string, () => unknown>([
      ...workspaceOverrides({ workspace }),
      [FILE_GUARD.id, () => ({ mayRead: (path: string) => !path.endsWith("b.md") })],
    ]);
    const runner = new ToolRunner({ registry: new ToolRegistry(standardTools()), overrides });
    const { message } = await runner.exec({ name: "ls", arguments: { path: "docs/*.md", limit: 1 } });
    expect(message.content).toBe("docs/a.md");
  });

  it.each([
    ["edit", { old_string: "A", new_string: "Z" }],
    ["multi_edit", { edits: [{ old_string: "A", new_string: "Z" }] }],
  ])("is refused by %s, with the files that fit", async (tool, args) => {
    const call = await scene(FILES);
    const { error } = await call(tool, { file_path: "docs/**/*.md", ...JSON.parse(JSON.stringify(args)) });
    expect(error?.message).toContain("NOT_FOUND docs/**/*.md is no file, and a call edits one.");
    expect(error?.suggestion).toContain('{"file_path":"docs/a.md"}, {"file_path":"docs/b.md"}');
    expect((await call("read", { file_paths: ["docs/a.md"] })).text).toContain("A");
  });
});
