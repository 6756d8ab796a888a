import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { lsTool } from "./ls.tool.ts";

async function scene(names: readonly string[]) {
  const workspace = await createMemoryWorkspace({ files: Object.fromEntries(names.map((name) => [name, ""])) });
  const runner = new ToolRunner({
    registry: new ToolRegistry([lsTool()]),
    overrides: workspaceOverrides({ workspace }),
  });
  async function ls(args: Record<string, string | number> = {}) {
    const { result, message } = await runner.exec({ name: "ls", arguments: args });
    return { ...result, text: String(message.content) };
  }
  return { workspace, ls };
}

describe("ls", () => {
  it("lists directories first, links with their target, dot files too", async () => {
    const { workspace, ls } = await scene(["b.ts", ".env", "src/x", "Zoo/y"]);
    await workspace.files.makeLink("src", "/work/link");
    expect((await ls()).text).toBe("Zoo/\nsrc/\n.env\nb.ts\nlink -> src");
    expect((await ls({ path: "src" })).text).toBe("x");
  });

  it("indents what is deeper and does not enter what is generated", async () => {
    const { ls } = await scene(["src/a/b/c", "src/z", "node_modules/x/y", ".git/config", "top"]);
    expect((await ls({ depth: 2 })).text).toBe(".git/ (ignored)\nnode_modules/ (ignored)\nsrc/\n  a/\n  z\ntop");
    expect((await ls({ depth: 3, path: "src" })).text).toBe("a/\n  b/\n    c\nz");
    const cut = "[3 levels are the most: list a deeper folder by its path]";
    expect((await ls({ depth: 9, path: "src" })).text).toBe(`a/\n  b/\n    c\nz\n${cut}`);
    expect((await ls({ depth: 1 })).text).toBe(".git/ (ignored)\nnode_modules/ (ignored)\nsrc/\ntop");
  });

  it("says how many there are when not all are shown", async () => {
    const { ls } = await scene(Array.from({ length: 12 }, (_, index) => `f${index}`));
    expect((await ls({ limit: 2 })).text).toBe("f0\nf1\n[2 of 12 entries]");
    expect((await ls({ limit: 1_000_000 })).text).not.toContain("entries");
    expect((await ls({ limit: 12 })).text).not.toContain("entries");
  });

  it("answers for an empty directory, a file, a missing path and one outside", async () => {
    const { workspace, ls } = await scene(["src/main.ts"]);
    await workspace.files.makeDirectory("/work/empty");
    expect((await ls({ path: "empty" })).text).toBe("(empty directory)");
    expect((await ls({ path: "src/main.ts" })).text).toBe("main.ts");
    expect(await ls({ path: "scr" })).toMatchObject({
      isError: true,
      error: { reason: "NOT_FOUND", suggestion: "Did you mean: src?" },
    });
    expect(await ls({ path: ".." })).toMatchObject({ isError: true, error: { code: "security_violation" } });
    expect(await ls({ depth: -1 })).toMatchObject({ isError: true, error: { code: "invalid_arguments" } });
  });

  it("keeps a name with a line feed on one line", async () => {
    const { ls } = await scene(["a\nb"]);
    expect((await ls()).text).toBe("a\\nb");
  });
});
