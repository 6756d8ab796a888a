import { ActivityStream, type ToolLoopConfig } from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { createSubAgents } from "../agents/create-sub-agents.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { AgentTool } from "./agent-tool.ts";
import { EditTool } from "./edit-tool.ts";
import { ReadTool } from "./read-tool.ts";

type Steps = Parameters<typeof scripted>[0];

async function managed(steps: Steps) {
  const workspace = await createMemoryWorkspace({ files: { "a.txt": "one\n" } });
  const stream = new ActivityStream();
  const model = scripted(steps);
  const subAgents = createSubAgents({ config: () => config });
  const tools = [new ReadTool(stream, { workspace }), new EditTool(stream, { workspace })];
  const manager = new ToolManager([new AgentTool(stream, { workspace, subAgents }), ...tools], stream, { workspace });
  const config: ToolLoopConfig = { model, tools: manager.registry };
  return { model, manager };
}

const TASK = { description: "look", prompt: "What is in a.txt?" };

describe("AgentTool", () => {
  it("gives the report of an agent that uses the same tools", async () => {
    const read = { name: "read", arguments: { file_paths: ["a.txt"] } };
    const { model, manager } = await managed([{ toolCalls: [read] }, { text: "It says one." }]);
    const result = await manager.executeTool("agent", TASK);
    expect(result).toMatchObject({ success: true, error: "", agent_id: expect.any(String) });
    expect(result.output).toMatch(/It says one\.$/);
    expect(String(model.requests[1]?.messages.at(-1)?.content)).toContain("     1\tone");
  });

  it("starts an agent that has read nothing yet", async () => {
    const args = { file_path: "a.txt", old_string: "one", new_string: "1" };
    const edit = { name: "edit", arguments: args };
    const { model, manager } = await managed([{ toolCalls: [edit] }, { text: "Done." }]);
    await manager.executeTool("read", { file_paths: ["a.txt"] });
    await manager.executeTool("agent", TASK);
    expect(String(model.requests[1]?.messages.at(-1)?.content)).toContain("Read a.txt before editing it");
  });

  it("says which types there are, and who is missing", async () => {
    const { manager } = await managed([]);
    const unknown = await manager.executeTool("agent", { ...TASK, type: "../x" });
    expect(unknown).toMatchObject({ success: false, error_type: "user_error" });
    expect(unknown.suggestion).toContain("explore");
    const alone = await new AgentTool(new ActivityStream()).execute(TASK);
    expect(alone.error).toContain("There are no sub-agents here.");
  });
});
