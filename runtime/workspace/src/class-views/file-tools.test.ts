import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Policy } from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { describe, expect, it } from "vitest";
import { ofType, scene } from "./class-views.test-data.ts";
import { EditTool, ReadTool, WriteTool } from "./tools.ts";

async function managed() {
  const { root, workspace, stream, events } = await scene();
  await writeFile(join(root, "a.txt"), "one\ntwo\nthree\n");
  // No options: the tools work in the folder of their manager.
  const tools = [new ReadTool(stream), new WriteTool(stream), new EditTool(stream)];
  const manager = new ToolManager(tools, stream, { workspace: root });
  const content = () => readFile(join(root, "a.txt"), "utf8");
  return { root, workspace, stream, events, manager, content };
}

describe("ReadTool", () => {
  it("gives numbered lines and how many files they are from", async () => {
    const { root, manager } = await managed();
    await writeFile(join(root, "b.txt"), "four\n");
    const result = await manager.executeTool("read", { file_paths: ["a.txt", "b.txt"], limit: 2 });
    expect(result).toMatchObject({ success: true, error: "", files_read: 2, files: [{ path: "a.txt" }, {}] });
    expect(result.content).toMatch(/^=== a\.txt ===\n {5}1\tone\n {5}2\ttwo\n[\s\S]*\n\n=== b\.txt ===\n {5}1\tfour$/);
    expect(manager.getTool("read")?.getResultPreview(result)).toEqual([
      "Read 2 file(s)",
      "=== a.txt ===",
      "     1\tone",
      "     2\ttwo",
      "...",
    ]);
  });

  it("tells a missing file among others from a call that read nothing", async () => {
    const { manager } = await managed();
    const some = await manager.executeTool("read", { file_paths: ["a.txt", "no.txt"] });
    expect(some).toMatchObject({ success: true, files_read: 1, files: [{}, { path: "no.txt", failed: true }] });
    expect(["a.txt", "no.txt"].map((path) => manager.hasFileBeenRead(path))).toEqual([true, false]);
    const none = await manager.executeTool("read", { file_paths: ["no.txt"] });
    expect(none).toMatchObject({ success: false, error_type: "user_error" });
    expect(none.error).toBe('read(file_paths=["no.txt"]): no.txt does not exist.');
  });

  it("refuses a slice that is too large before it is read, with both numbers", async () => {
    const { root, workspace, stream } = await managed();
    await writeFile(join(root, "large.txt"), "x".repeat(79).concat("\n").repeat(100));
    const tool = new ReadTool(stream, { workspace, maxTokens: 1_000 });
    const refused = await tool.execute({ file_paths: ["large.txt"] });
    expect(refused).toMatchObject({ success: false, error_type: "user_error" });
    expect(refused.error).toMatch(/about \d+ tokens; at most 1000/);
    expect(await tool.execute({ file_paths: ["large.txt"], limit: 10 })).toMatchObject({ success: true });
  });

  it("wants a list of paths", async () => {
    const { manager } = await managed();
    const refused = [{}, { file_paths: [] }, { file_paths: "a.txt" }].map((args) => manager.executeTool("read", args));
    for (const result of await Promise.all(refused)) {
      expect(result).toMatchObject({ success: false, error_type: "validation_error" });
      expect(result.error).toContain("file_paths");
    }
  });

  it("is redundant in the same turn, until something was written", async () => {
    const { manager } = await managed();
    const read = () => manager.executeTool("read", { file_paths: ["a.txt"] });
    expect((await read()).success).toBe(true);
    expect((await read()).error).toMatch(/^Redundant tool call detected: read /);
    const same = { limit: null, file_paths: ["a.txt"], offset: undefined };
    expect((await manager.executeTool("read", same)).error).toMatch(/^Redundant tool call detected: read /);
    const edit = { file_path: "a.txt", old_string: "two", new_string: "2" };
    expect(await manager.executeTool("edit", edit)).toMatchObject({ success: true });
    expect((await read()).content).toContain("     2\t2\n");
  });
});

describe("WriteTool and EditTool", () => {
  it("say what they did", async () => {
    const { root, manager } = await managed();
    const written = await manager.executeTool("write", { file_path: "new/b.txt", content: "x\n" });
    expect(written).toEqual({
      success: true,
      error: "",
      content: "Created new/b.txt (1 line)",
      file_path: "new/b.txt",
      bytes_written: 2,
      created: true,
      diff: expect.stringContaining("+x"),
    });
    const edit = { file_path: "new/b.txt", old_string: "x", new_string: "$& y" };
    expect(await manager.executeTool("edit", edit)).toMatchObject({
      content: expect.stringContaining("Edited new/b.txt: 1 replacement"),
      file_path: "new/b.txt",
      replacements_made: 1,
      match_mode: "exact",
    });
    expect(await readFile(join(root, "new/b.txt"), "utf8")).toBe("$& y\n");
  });

  it("change no file that was not read, also in a later turn, and forget it with the state", async () => {
    const { manager, content } = await managed();
    const edit = (from: string, to: string) =>
      manager.executeTool("edit", { file_path: "a.txt", old_string: from, new_string: to });
    const refused = await edit("two", "2");
    expect(refused).toMatchObject({ success: false, error_type: "user_error" });
    expect(refused.error).toContain("a.txt was not read before editing it");
    expect(refused.content).toBe("=== a.txt ===\n     1\tone\n     2\ttwo\n     3\tthree");
    expect(await content()).toBe("one\ntwo\nthree\n");
    expect(await edit("two", "2")).toMatchObject({ success: true });
    manager.clearState();
    expect(await edit("three", "3")).toMatchObject({ success: false });
    expect(await content()).toBe("one\n2\nthree\n");
  });

  it("show a file that was not read to a program that has one tool alone, and not where reading it would ask", async () => {
    const { root, workspace, stream } = await managed();
    const args = { file_path: "a.txt", old_string: "two", new_string: "2" };
    const alone = new EditTool(stream, { workspace });
    expect((await alone.execute(args)).content).toContain("\ttwo");
    const { stream: other } = await scene();
    const policy: Policy = { decide: ({ name }) => ({ verdict: name === "read" ? "ask" : "allow" }) };
    const tools = [new ReadTool(other), new EditTool(other)];
    const manager = new ToolManager(tools, other, { workspace: root, policy });
    const refused = await manager.executeTool("edit", args);
    expect([refused.error, refused.content]).toEqual([
      expect.stringContaining("Read a.txt before editing it."),
      undefined,
    ]);
  });

  it("know what another tool on the stream has read, without a manager", async () => {
    const { workspace, stream, content } = await managed();
    await new ReadTool(stream, { workspace }).execute({ file_paths: ["a.txt"] });
    const edited = new EditTool(stream, { workspace });
    const args = { file_path: "a.txt", old_string: "two", new_string: "2" };
    expect(await edited.execute(args)).toMatchObject({ success: true });
    expect(await content()).toBe("one\n2\nthree\n");
  });

  it("leave a file as it is when the text is not unique", async () => {
    const { root, manager } = await managed();
    await writeFile(join(root, "c.txt"), "x\nx\n");
    await manager.executeTool("read", { file_paths: ["c.txt"] });
    const result = await manager.executeTool("edit", { file_path: "c.txt", old_string: "x", new_string: "y" });
    expect(result).toMatchObject({ success: false, error_type: "user_error" });
    expect(result.error).toMatch(/matches 2 places/);
    expect(await readFile(join(root, "c.txt"), "utf8")).toBe("x\nx\n");
  });

  it("write at once what one turn asks for at once, one after the other", async () => {
    const { manager, events, content } = await managed();
    await manager.executeTool("read", { file_paths: ["a.txt"] });
    const edit = (from: string, to: string) =>
      manager.executeTool("edit", { file_path: "a.txt", old_string: from, new_string: to });
    const results = await Promise.all([edit("one", "1"), edit("two", "2"), edit("three", "3")]);
    expect(results.map(({ success }) => success)).toEqual([true, true, true]);
    expect(await content()).toBe("1\n2\n3\n");
    const ids = ofType(events, "tool_call_end").map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it("do not count a dry run as a file that is known", async () => {
    const { workspace, stream } = await managed();
    const manager = new ToolManager([new EditTool(stream, { workspace, readPolicy: "edit-exact" })], stream);
    const args = { file_path: "a.txt", old_string: "two", new_string: "2", dry_run: true };
    expect(await manager.executeTool("edit", args)).toMatchObject({ success: true, dry_run: true });
    expect(manager.hasFileBeenRead("a.txt")).toBe(false);
  });
});
