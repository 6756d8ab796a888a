import {
  createMemoryOutputCache,
  runToolLoop,
  ToolRegistry,
  ToolRunner,
  toolOutputCache,
  toolOutputCacheGrep,
} from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { doneTool, writeTodosTool } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { logger, returning } from "./trying.ts";

describe("the output cache", () => {
  it("keeps what was cut, for reading by lines and for searching", async () => {
    const cache = createMemoryOutputCache();
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`);
    const tools = [
      returning(lines.join("\n"), { effects: "read" }),
      toolOutputCache(cache),
      toolOutputCacheGrep(cache),
    ];
    const runner = new ToolRunner({ registry: new ToolRegistry(tools), outputCache: cache, logger });
    const { message, result } = await runner.exec({ name: "tool", arguments: "{}" });
    expect(message.output_ref).toBe(result.ref?.id);
    expect(result.output).toEqual({ type: "text", text: lines.join("\n") });
    const read = await runner.exec({
      name: "tool_output_cache",
      arguments: { ref_id: message.output_ref ?? "", offset: 2500, limit: 2 },
    });
    expect(String(read.message.content)).toMatch(/2501\s+line 2501\n\s*2502\s+line 2502/);
    const found = await runner.exec({
      name: "tool_output_cache_grep",
      arguments: {
        ref_id: message.output_ref ?? "",
        pattern: "line 49[0-9]9$",
        regex: true,
        before: 1,
        after: 0,
        max_matches: 3,
      },
    });
    expect(String(found.message.content)).toContain("line 4909");
    const unknown = await runner.exec({ name: "tool_output_cache", arguments: { ref_id: "nothing" } });
    expect(unknown.result.isError).toBe(true);
  });

  it("offers the document's parameters", () => {
    const cache = createMemoryOutputCache();
    expect([toolOutputCache(cache).name, toolOutputCacheGrep(cache).name]).toEqual([
      "tool_output_cache",
      "tool_output_cache_grep",
    ]);
    expect(toolOutputCache(cache).definition.parameters).toMatchObject({
      properties: { ref_id: {}, offset: {}, limit: {} },
      required: ["ref_id"],
    });
    expect(toolOutputCacheGrep(cache).definition.parameters).toMatchObject({
      properties: { ref_id: {}, pattern: {}, regex: {}, before: {}, after: {}, max_matches: {} },
      required: ["ref_id", "pattern"],
    });
  });
});

describe("standard tools", () => {
  it("done ends a run, and is not needed for that", async () => {
    const done = await runToolLoop(
      {
        model: scripted([{ toolCalls: [{ name: "done", arguments: { message: "All done." } }] }]),
        tools: [doneTool()],
        logger,
      },
      [{ role: "user", content: "go" }],
    );
    expect([done.iterations, done.content]).toEqual([1, "All done."]);
    const plain = await runToolLoop({ model: scripted([{ text: "Just so." }]), tools: [doneTool()], logger }, [
      { role: "user", content: "go" },
    ]);
    expect([plain.iterations, plain.content, plain.stopReason]).toEqual([1, "Just so.", "stop"]);
  });

  it("planning is no part of core", () => {
    expect(writeTodosTool().name).toBe("write_todos");
  });
});
