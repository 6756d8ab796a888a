import { type JsonObject, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { emptyWorkspace, writeAll } from "../../search/search-support.test-data.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { globTool } from "./glob.tool.ts";

const FILES = {
  ".gitignore": "dist/\n",
  ".env": "",
  "a.ts": "",
  "src/b.ts": "",
  "src/c.tsx": "",
  "src/deep/d.ts": "",
  "dist/e.js": "",
  ".git/config": "",
  "src/.toolwright-1.tmp": "",
};

function globIn(workspace: Workspace, hidden = "") {
  const mayRead = (path: string) => hidden === "" || !path.includes(hidden);
  const overrides = new Map<string, () => unknown>([
    [WORKSPACE.id, () => workspace],
    [FILE_GUARD.id, () => ({ mayRead })],
  ]);
  const runner = new ToolRunner({ registry: new ToolRegistry([globTool()]), overrides });
  return async (pattern: string, args: JsonObject = {}) => {
    const { result, message } = await runner.exec({ name: "glob", arguments: { pattern, ...args } });
    return { ...result, text: String(message.content) };
  };
}

const OPEN = [
  ["memory", async () => createMemoryWorkspace({ files: FILES })],
  [
    "local",
    async () => {
      const workspace = await emptyWorkspace();
      await writeAll(workspace, FILES);
      return workspace;
    },
  ],
] as const;

describe.each(OPEN)("glob, %s", (_name, open) => {
  it.each([
    ["**/*.ts", ["a.ts", "src/b.ts", "src/deep/d.ts"]],
    ["*.ts", ["a.ts"]],
    ["src/*.{ts,tsx}", ["src/b.ts", "src/c.tsx"]],
    [".*", [".env", ".gitignore"]],
    ["src/**/[bd].ts", ["src/b.ts", "src/deep/d.ts"]],
    ["./src/c.tsx", ["src/c.tsx"]],
    ["!**/*.ts", [".env", ".gitignore", "src/c.tsx"]],
    ["src/deep/../*.ts", ["src/b.ts"]],
  ])("finds %s", async (pattern, expected) => {
    const { text } = await globIn(await open())(pattern);
    expect(text.split("\n").sort()).toEqual(expected);
  });

  it("looks below a path, and at absolute patterns inside the workspace", async () => {
    const workspace = await open();
    const glob = globIn(workspace);
    expect((await glob("*.ts", { path: "src" })).text).toBe("src/b.ts");
    expect((await glob(`${workspace.root}/src/*.tsx`)).text).toBe("src/c.tsx");
    for (const outside of ["/etc/*", "../*", "~/*"])
      expect((await glob(outside)).error?.code).toBe("security_violation");
  });

  it("puts the last changed first", async () => {
    const workspace = await open();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await workspace.files.write(`${workspace.root}/src/b.ts`, new TextEncoder().encode("new"));
    expect((await globIn(workspace)("**/*.ts")).text.split("\n")[0]).toBe("src/b.ts");
  });
});

describe("glob", () => {
  it("says how many there are when not all are shown", async () => {
    const files = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`f${index}.ts`, ""]));
    const glob = globIn(await createMemoryWorkspace({ files }));
    expect((await glob("*.ts")).text.split("\n").slice(100)).toEqual(["[100 of 130; narrow the pattern]"]);
    expect((await glob("*.ts", { limit: 130 })).text).not.toContain("[");
  });

  it("says where else there is something when nothing is found", async () => {
    const glob = globIn(await createMemoryWorkspace({ files: FILES }));
    expect((await glob("**/*.tsz", { path: "src" })).text).toBe("No files match **/*.tsz under src.");
    expect((await glob("d.ts")).text).toMatch(/d\.ts\n\[none in the workspace itself: these fit \*\*\/d\.ts\]$/);
    expect((await glob("dist/*")).text).toBe(
      "No files match dist/* under the workspace. 1 file matches it among ignored files; set ignored=true.",
    );
    expect((await glob("dist/*", { ignored: true })).text).toBe("dist/e.js");
  });

  it("hides what may not be read, and says so", async () => {
    const glob = globIn(await createMemoryWorkspace({ files: FILES }), "deep");
    expect((await glob("src/**/*.ts")).text).toBe("src/b.ts\n[1 file not shown: permission rules]");
  });

  it("refuses what it cannot look through", async () => {
    const glob = globIn(await createMemoryWorkspace({ files: FILES }));
    expect((await glob("*", { path: "a.ts" })).error?.message).toBe("a.ts is not a directory.");
    expect((await glob("*", { path: "scr" })).error?.reason).toBe("NOT_FOUND");
    expect((await glob("{a,b}".repeat(20))).error?.message).toBe("The pattern stands for too many.");
  });
});
