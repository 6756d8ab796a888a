import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { fileScore, findFiles } from "./find-files.ts";

async function workspaceWith(...paths: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), "toolwright-files-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path === ".gitignore" ? "built/\n" : "x");
  }
  mkdirSync(join(root, ".git"));
  return createLocalWorkspace({ root });
}

const anybody = { mayRead: () => true };

describe("files by name", () => {
  it("come with the best first: the name, its beginning, then letters in their order", async () => {
    const workspace = await workspaceWith(
      "src/app.js",
      "src/deep/application.ts",
      "lib/snapper.ts",
      "a/p/p.md",
      "other.txt",
    );
    const found = await findFiles(workspace, { words: "app", guard: anybody });
    expect(found).toEqual(["src/app.js", "src/deep/application.ts", "lib/snapper.ts", "a/p/p.md"]);
    expect(await findFiles(workspace, { words: "src/app", guard: anybody, limit: 1 })).toEqual(["src/app.js"]);
    expect(await findFiles(workspace, { words: "zzz", guard: anybody })).toEqual([]);
    expect(await findFiles(workspace, { words: "", guard: anybody, limit: 2 })).toHaveLength(2);
  });

  it("are none that is ignored, and none that may not be read unasked", async () => {
    const workspace = await workspaceWith(".gitignore", "built/app.js", "secret/app.js", "app.js");
    const guard = { mayRead: (path: string) => !path.includes("/secret/") };
    expect(await findFiles(workspace, { words: "app", guard })).toEqual(["app.js"]);
  });

  it("fit in whatever case, and every letter counts", () => {
    expect(fileScore("SRC/App.js", "srcapp")).toBeGreaterThan(0);
    expect(fileScore("src/app.js", "appsrc")).toBeUndefined();
  });
});
