import { describe, expect, it } from "vitest";
import { SampleTool } from "../../test/sample-tool.ts";
import { WrittenModel } from "../../test/support.ts";
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
});
