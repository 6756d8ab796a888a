import { expect, it } from "vitest";
import { offlineModel } from "../../agent/cli/src/model/offline/offline-model.ts";
import { suggestionsFor } from "../../agent/web/src/chat/suggestions.ts";
import { ToolRegistry } from "../../runtime/core/src/index.ts";
import { folderTools } from "../../runtime/workspace/src/index.ts";

const tools = new ToolRegistry(folderTools()).getDefinitions();

it.each(["ls", "grep", "bash", "write", "read", "glob"])(
  "what the page suggests is done without a model, with the tools that ship: %s",
  async (tool) => {
    const [content = ""] = suggestionsFor([{ name: tool }]);
    const { toolCalls } = await offlineModel().completionStream({ messages: [{ role: "user", content }], tools }).final;
    expect(toolCalls?.map((call) => call.function.name)).toEqual([tool]);
  },
);

it("the file that the page suggests has what it asks for", async () => {
  const [content = ""] = suggestionsFor([{ name: "write" }]);
  const { toolCalls } = await offlineModel().completionStream({ messages: [{ role: "user", content }], tools }).final;
  expect(JSON.parse(toolCalls?.[0]?.function.arguments ?? "")).toEqual({ file_path: "notes.txt", content: "buy milk" });
});
