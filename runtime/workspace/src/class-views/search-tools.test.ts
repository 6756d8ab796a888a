import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ToolManager } from "@toolwright/core/class-tools";
import { describe, expect, it } from "vitest";
import { ofType, scene } from "./class-views.test-data.ts";
import { GlobTool, GrepTool } from "./tools.ts";

async function managed() {
  const { root, workspace, stream, events } = await scene();
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src/a.ts"), "const first = 1;\nconst second = 2;\n");
  await writeFile(join(root, "src/b.ts"), "const third = 3;\n");
  const manager = new ToolManager([new GrepTool(stream), new GlobTool(stream)], stream, { workspace });
  return { root, events, manager };
}

describe("GrepTool", () => {
  it("counts what it found, and shows it while it runs", async () => {
    const { manager, events } = await managed();
    const result = await manager.executeTool("grep", { pattern: "const \\w+", path: "src" });
    expect(result).toMatchObject({ success: true, error: "", count: 3, files: 2 });
    expect(result.content).toContain("src/a.ts\n1:const first = 1;\n2:const second = 2;");
    const chunks = ofType(events, "tool_output_chunk").map(({ data }) => data.chunk);
    expect(chunks.join("")).toContain("1:const first = 1;\n");
    expect(manager.getTool("grep")?.getResultPreview(result, 1)).toEqual(["Found 3 matches", "src/a.ts", "..."]);
  });

  it("finds nothing, which is a success", async () => {
    const { manager } = await managed();
    const result = await manager.executeTool("grep", { pattern: "nothing" });
    expect(result).toMatchObject({ success: true, count: 0, files: 0 });
    expect(manager.getTool("grep")?.getResultPreview(result)).toEqual(["No matches for /nothing/ in the workspace."]);
  });

  it("names a broken expression, a place that is not there, and what is out of range", async () => {
    const { manager } = await managed();
    const broken = await manager.executeTool("grep", { pattern: "(?=a)" });
    expect(broken).toMatchObject({ success: false, error_type: "user_error" });
    expect(broken.error).toMatch(/^grep\(pattern="\(\?=a\)"\): /);
    const missing = await manager.executeTool("grep", { pattern: "x", path: "nowhere" });
    expect(missing).toMatchObject({ success: false, error_type: "user_error" });
    const wide = await manager.executeTool("grep", { pattern: "x", context: 21 });
    expect(wide).toMatchObject({ success: false, error_type: "validation_error" });
    expect(wide.error).toContain("'context'");
  });
});

describe("GlobTool", () => {
  it("says how many files fit, and whether some are not shown", async () => {
    const { manager } = await managed();
    const all = await manager.executeTool("glob", { pattern: "**/*.ts" });
    expect(all).toMatchObject({ success: true, total_matches: 2, limited_results: false });
    expect(String(all.content).split("\n").sort()).toEqual(["src/a.ts", "src/b.ts"]);
    const one = await manager.executeTool("glob", { pattern: "**/*.ts", limit: 1 });
    expect(one).toMatchObject({ success: true, total_matches: 2, limited_results: true });
    expect(await manager.executeTool("glob", { pattern: "*.md" })).toMatchObject({ success: true, total_matches: 0 });
  });

  it("does not leave the folder", async () => {
    const { manager } = await managed();
    const result = await manager.executeTool("glob", { pattern: "../*" });
    expect(result).toMatchObject({ success: false, error_type: "security_error" });
  });
});
