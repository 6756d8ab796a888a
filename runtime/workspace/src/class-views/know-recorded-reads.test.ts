import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { BaseTool, type FlatResult, ToolManager } from "@toolwright/core/class-tools";
import { describe, expect, it } from "vitest";
import { scene } from "./class-views.test-data.ts";
import { EditTool, WriteTool } from "./tools.ts";

/** Shows a file in a way of its own. */
class OutlineTool extends BaseTool {
  readonly name = "outline";
  readonly description = "Outline a file.";
  readonly requiresConfirmation = false;

  override getFunctionDefinition() {
    const parameters = { type: "object", properties: { path: { type: "string" }, fails: { type: "boolean" } } };
    return { type: "function" as const, function: { name: this.name, description: this.description, parameters } };
  }

  protected async executeImpl({ path = "", fails = false }: { path?: string; fails?: boolean }): Promise<FlatResult> {
    this.recordRead(path);
    return fails ? this.formatErrorResponse("no") : this.formatSuccessResponse({ outline: path });
  }
}

async function managed() {
  const { root, workspace, stream } = await scene();
  await writeFile(join(root, "a.txt"), "one\ntwo\n");
  const tools = [new OutlineTool(stream), new EditTool(stream), new WriteTool(stream)];
  const manager = new ToolManager(tools, stream, { workspace: root });
  const edit = () => manager.executeTool("edit", { file_path: "a.txt", old_string: "one", new_string: "1" });
  return { root, workspace, stream, manager, edit };
}

describe("a class of one's own that says what it has read", () => {
  it("lets the file be edited and overwritten on the same stream", async () => {
    const { root, manager, edit } = await managed();
    expect(await edit()).toMatchObject({ success: false });
    manager.clearCurrentTurn();
    await manager.executeTool("outline", { path: "a.txt" });
    expect(await edit()).toMatchObject({ success: true });
    expect(await manager.executeTool("write", { file_path: "a.txt", content: "new\n" })).toMatchObject({
      success: true,
    });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("new\n");
  });

  it("counts with the content that it had then", async () => {
    const { root, manager, edit } = await managed();
    await manager.executeTool("outline", { path: "./a.txt" });
    await writeFile(join(root, "a.txt"), "one\nelse\n");
    expect((await edit()).error).toContain("STALE");
  });

  it("does not count where its call failed, nor after the state was cleared", async () => {
    const { manager, edit } = await managed();
    await manager.executeTool("outline", { path: "a.txt", fails: true });
    expect((await edit()).error).toContain("NOT_READ");
    await manager.executeTool("outline", { path: "a.txt" });
    manager.clearState();
    expect((await edit()).error).toContain("NOT_READ");
  });

  it("may name what is no file, or lies elsewhere", async () => {
    const { root, manager } = await managed();
    await mkdir(join(root, "folder"));
    await symlink("loop", join(root, "loop"));
    for (const path of ["no.txt", "folder", "../../etc/hostname", "loop", "\0"]) {
      expect([path, await manager.executeTool("outline", { path })]).toMatchObject([path, { success: true }]);
    }
  });

  it("also without a manager, and in a runner", async () => {
    const { root, workspace, stream } = await managed();
    await new OutlineTool(stream).execute({ path: "a.txt" });
    // Tools that were made with a folder know it also of others that were not.
    const outline = new OutlineTool(stream);
    const edit = new EditTool(stream, { workspace });
    await outline.execute({ path: join(root, "a.txt") });
    expect(await edit.execute({ file_path: "a.txt", old_string: "one", new_string: "1" })).toMatchObject({
      success: true,
    });

    const runner = new ToolRunner({ registry: new ToolRegistry([outline.asTool(), edit.asTool()]), activity: stream });
    await writeFile(join(root, "a.txt"), "again\n");
    await runner.exec({ name: "outline", arguments: { path: "a.txt" } });
    const edited = await runner.exec({
      name: "edit",
      arguments: { file_path: "a.txt", old_string: "again", new_string: "2" },
    });
    expect(edited.result.isError).toBe(false);
  });
});
