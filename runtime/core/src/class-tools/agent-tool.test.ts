import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { deferred, toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import { AgentTool } from "./agent-tool.ts";
import { ActivityStream, ToolManager } from "./index.ts";

const AGENT = { name: "helper", description: "Helps." };
const CALL = { calls: [{ id: "s", name: "save", args: {} }] };

describe("AgentTool", () => {
  it("gives a program the last words of its agent, and what it did", async () => {
    const stream = new ActivityStream();
    const model = new WrittenModel([CALL, { text: "Saved." }]);
    const save = toolOf("save", () => "ok", { effects: "write" });
    const manager = new ToolManager([new AgentTool(stream, { ...AGENT, model, tools: [save] })], stream);
    const starts: unknown[] = [];
    stream.subscribe("tool_call_start", ({ id, parentId }) => starts.push([id, parentId]));
    const result = await manager.executeTool("helper", { prompt: "Save it." });
    expect(result).toMatchObject({ success: true, error: "", output: "Saved.", end: "completed", callCount: 1 });
    const [[id]] = starts as [[string]];
    expect(starts).toEqual([
      [id, undefined],
      [`${id}/s`, id],
    ]);
  });

  it("says what its agent had done when it failed", async () => {
    const stream = new ActivityStream();
    const model = new WrittenModel([{ finishReason: "error" }]);
    const result = await new AgentTool(stream, { ...AGENT, model }).execute({ prompt: "Save it." });
    expect(result).toMatchObject({ success: false, end: "failed", turns: 1, callCount: 0 });
    expect(result.error).toContain("The agent helper failed after 1 turn, 0 calls");
  });

  it("refuses a call without a task", async () => {
    const stream = new ActivityStream();
    const model = new WrittenModel([]);
    const result = await new AgentTool(stream, { ...AGENT, model }).execute({});
    expect(result).toMatchObject({ success: false, error_type: "validation_error" });
    expect(model.requests).toEqual([]);
  });

  it("is read by a model in a loop as the function's tool is, and works beside others", async () => {
    const together = deferred<void>();
    let there = 0;
    const meet = toolOf("save", async () => {
      if (++there === 2) together.resolve();
      await together.promise;
      return "met";
    });
    const tools = ["a", "b"].map((name) => {
      const model = new WrittenModel([CALL, { text: "Met." }]);
      return new AgentTool(new ActivityStream(), { name, description: "Meets.", model, tools: [meet] });
    });
    const calls = tools.map(({ name }) => ({ id: name, name, args: { prompt: "Meet." } }));
    const { messages, usage } = await run([{ calls }, { text: "All." }], { tools });
    expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual(["Met.", "Met."]);
    expect(usage).toMatchObject({ inputTokens: 6, outputTokens: 6 });
  });
});
