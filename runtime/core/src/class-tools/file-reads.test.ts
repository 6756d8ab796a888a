import { describe, expect, it } from "vitest";
import { SampleTool } from "../../test/sample-tool.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { Approver } from "../run/policy.ts";
import { ToolManager } from "./tool-manager.ts";

function manage(workspace?: string) {
  const stream = new ActivityStream();
  const tools = ["read", "write", "edit", "grep"].map(
    (name) =>
      new SampleTool(stream, {
        name,
        work: ({ fail, files_read, ...said }) => ({
          success: fail !== true,
          error: "",
          files_read: files_read ?? 1,
          ...said,
        }),
      }),
  );
  return new ToolManager(tools, stream, workspace === undefined ? {} : { workspace });
}

describe("which files a conversation knows", () => {
  it("are those of successful reads, with the time", async () => {
    const manager = manage();
    const before = Date.now();
    await manager.executeTool("read", { file_paths: ["a.ts", "b.ts"] });
    expect(manager.hasFileBeenRead("a.ts")).toBe(true);
    expect(manager.hasFileBeenRead("b.ts")).toBe(true);
    expect(manager.hasFileBeenRead("c.ts")).toBe(false);
    expect(manager.getFileReadTimestamp("a.ts")).toBeGreaterThanOrEqual(before);
    expect(manager.getFileReadTimestamp("c.ts")).toBeUndefined();
  });

  it("are those written and edited too, and no others", async () => {
    const manager = manage();
    await manager.executeTool("write", { file_path: "new.ts" });
    await manager.executeTool("edit", { file_path: "old.ts" });
    await manager.executeTool("grep", { file_path: "seen.ts" });
    expect(["new.ts", "old.ts", "seen.ts"].map((path) => manager.hasFileBeenRead(path))).toEqual([true, true, false]);
  });

  it("are not those that could not be read", async () => {
    const manager = manage();
    await manager.executeTool("read", { file_paths: ["a.ts"], fail: true });
    await manager.executeTool("read", { file_paths: ["b.ts"], files_read: 0 });
    expect(["a.ts", "b.ts"].map((path) => manager.hasFileBeenRead(path))).toEqual([false, false]);
  });

  it("are only those of a read that it does not say it failed at", async () => {
    const manager = manage();
    await manager.executeTool("read", { file_paths: ["a.ts", "b.ts"], files: [{ path: "a.ts", failed: true }, {}] });
    expect(["a.ts", "b.ts"].map((path) => manager.hasFileBeenRead(path))).toEqual([false, true]);
  });

  it("are not those of an edit that was only tried out", async () => {
    const manager = manage();
    await manager.executeTool("edit", { file_path: "a.ts", dry_run: true });
    expect(manager.hasFileBeenRead("a.ts")).toBe(false);
  });

  it("are known by place, however it is written", async () => {
    const manager = manage("/home/ann/project");
    await manager.executeTool("read", { file_paths: ["src/../a.ts"] });
    const paths = ["a.ts", "./a.ts", "/home/ann/project/a.ts", "/home/ann/./project//a.ts", "/a.ts", "../a.ts"];
    expect(paths.map((path) => manager.hasFileBeenRead(path))).toEqual([true, true, true, true, false, false]);
  });

  it("are taken from the current folder where the manager has no other", async () => {
    const manager = manage();
    await manager.executeTool("read", { file_paths: ["a.ts"] });
    const paths = ["a.ts", `${process.cwd()}/a.ts`, "/a.ts"];
    expect(paths.map((path) => manager.hasFileBeenRead(path))).toEqual([true, true, false]);
  });

  it("outlast a turn, and are forgotten with the state", async () => {
    const manager = manage();
    await manager.executeTool("read", { file_paths: ["a.ts"] });
    manager.clearCurrentTurn();
    expect(manager.hasFileBeenRead("a.ts")).toBe(true);
    manager.clearState();
    expect(manager.hasFileBeenRead("a.ts")).toBe(false);
  });

  it("are those of the call as it ran, after what a person changed", async () => {
    const stream = new ActivityStream();
    const parameters = { type: "object", properties: { file_paths: { type: "array", items: { type: "string" } } } };
    const work = () => ({ success: true, error: "" });
    const read = new SampleTool(stream, { name: "read", parameters, work });
    const write = new SampleTool(stream, { name: "write", confirms: true, work });
    const approver: Approver = {
      approve: async ({ approvalId }) => ({ approvalId, approve: true, arguments: { file_path: "other.ts" } }),
    };
    const manager = new ToolManager([read, write], stream, { approver });
    await manager.executeTool("read", { file_paths: ["a.ts"] });
    await manager.executeTool("write", { file_path: "b.ts" });
    const known = ["a.ts", "b.ts", "other.ts"].map((path) => manager.hasFileBeenRead(path));
    expect(known).toEqual([true, false, true]);
  });
});
