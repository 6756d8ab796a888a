import { describe, expect, it } from "vitest";
import { type Sample, SampleTool } from "../../test/sample-tool.ts";
import { WrittenModel } from "../../test/support.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { ToolManager } from "./tool-manager.ts";

describe("class tools in a loop", () => {
  it("are tools like all others", async () => {
    const activity = new ActivityStream();
    const tool = new SampleTool(activity, {
      name: "count",
      work: (args, { success, failure }) => {
        if (args.word === "bad") return failure.call(tool, "Bad word.", "user_error", "Take another.");
        return success.call(tool, { letters: String(args.word).length });
      },
    });
    const { registry } = new ToolManager([tool], activity);
    const calls = [
      { id: "a", name: "count", args: { word: "three" } },
      { id: "b", name: "count", args: { word: "bad" } },
    ];
    const model = new WrittenModel([{ calls }, { text: "done" }]);
    const { messages } = await runToolLoop({ model, tools: registry, activity }, [{ role: "user", content: "go" }]);
    const answers = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(answers).toEqual(['{"letters":5}', "Error executing tool: count(): Bad word. Take another."]);
  });

  it("give a model images and files as parts, and a program the fields", async () => {
    const activity = new ActivityStream();
    const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
    const work: Sample["work"] = (_, { success }) => success.call(tool, { page: 3, pictures: [image] });
    const tool: SampleTool = new SampleTool(activity, { name: "shoot", work });
    const model = new WrittenModel([{ calls: [{ name: "shoot" }] }, { text: "done" }]);
    const { messages } = await runToolLoop({ model, tools: [tool] }, [{ role: "user", content: "go" }]);
    const fields = { page: 3, pictures: [{ type: "image", mediaType: "image/png", bytes: 8 }] };
    expect(messages.find(({ role }) => role === "tool")?.content).toEqual([
      { type: "text", text: JSON.stringify(fields) },
      image,
    ]);
    expect(await new ToolManager([tool], activity).executeTool("shoot")).toMatchObject({ success: true, ...fields });
  });

  it("may be called as methods of objects are: keys, delete, constructor, toString", async () => {
    const activity = new ActivityStream();
    const names = ["keys", "delete", "constructor", "toString", "hasOwnProperty"];
    const tools = names.map((name) => {
      const tool: SampleTool = new SampleTool(activity, {
        name,
        work: (_, { success }) => success.call(tool, { name }),
      });
      return tool;
    });
    const calls = names.map((name) => ({ name }));
    for (const given of [tools, new ToolRegistry(tools), Object.fromEntries(tools.map((tool) => [tool.name, tool]))]) {
      const model = new WrittenModel([{ calls }, { text: "done" }]);
      const { messages } = await runToolLoop({ model, tools: given }, [{ role: "user", content: "go" }]);
      const answers = messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
      expect(answers).toEqual(names.map((name) => JSON.stringify({ name })));
    }
    const manager = new ToolManager(tools, activity);
    for (const name of names) expect(await manager.executeTool(name)).toMatchObject({ success: true, name });
    expect(manager.getTool("valueOf")).toBeUndefined();
  });
});
