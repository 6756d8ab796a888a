import {
  ActivityStream,
  type Approver,
  defineTool,
  runToolLoop,
  type Tool,
  type ToolLoopConfig,
  type ToolResult,
} from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { createSubAgents } from "../agents/create-sub-agents.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { AgentTool, EditTool, ReadTool } from "./tools.ts";

type Steps = Parameters<typeof scripted>[0];

const asked = defineTool({
  name: "write_it",
  description: "",
  input: { type: "object" },
  requiresConfirmation: true,
  execute: () => "written",
});

async function managed(steps: Steps, more: readonly Tool[] = [], approver?: Approver) {
  const workspace = await createMemoryWorkspace({ files: { "a.txt": "one\n" } });
  const stream = new ActivityStream();
  const model = scripted(steps);
  const subAgents = createSubAgents({ config: () => config });
  const tools = [new ReadTool(stream, { workspace }), new EditTool(stream, { workspace })];
  const manager = new ToolManager([new AgentTool(stream, { workspace, subAgents }), ...tools], stream, { workspace });
  const config: ToolLoopConfig = {
    model,
    tools: [...manager.registry.tools(), ...more],
    ...(approver && { approver }),
  };
  return { model, manager, stream };
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

  it("lets two agents of one step work side by side", async () => {
    let under = 0;
    let most = 0;
    const meet = defineTool({
      name: "meet",
      description: "Meet the other one.",
      input: { type: "object" },
      effects: "read",
      execute: async () => {
        most = Math.max(most, ++under);
        await expect.poll(() => most).toBe(2);
        return "met";
      },
    });
    const step = { toolCalls: [{ name: "meet", arguments: {} }] };
    const { manager } = await managed([step, step, { text: "Met." }, { text: "Met." }], [meet]);
    const both = [1, 2].map((one) => ({ name: "agent", arguments: { ...TASK, description: `look ${one}` } }));
    const model = scripted([{ toolCalls: both }, { text: "done" }]);
    const { messages } = await runToolLoop({ model, tools: manager.registry }, [{ role: "user", content: "go" }]);
    const reports = messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
    expect(reports).toEqual([expect.stringMatching(/Met\.$/), expect.stringMatching(/Met\.$/)]);
  });

  it("starts an agent that has read nothing yet", async () => {
    const args = { file_path: "a.txt", old_string: "one", new_string: "1" };
    const edit = { name: "edit", arguments: args };
    const { model, manager } = await managed([{ toolCalls: [edit] }, { text: "Done." }]);
    await manager.executeTool("read", { file_paths: ["a.txt"] });
    await manager.executeTool("agent", TASK);
    expect(String(model.requests[1]?.messages.at(-1)?.content)).toContain("a.txt was not read before editing it");
  });

  it("lets an agent work in the background, and tells its report on the stream and in a loop", async () => {
    const { manager, stream } = await managed([{ text: "It says one." }]);
    const late: ToolResult[] = [];
    stream.subscribe("async_result", ({ data }) => late.push(data.result));
    const started = await manager.executeTool("agent", { ...TASK, background: true });
    expect(started).toMatchObject({ success: true, async: true, agent_id: expect.any(String) });
    expect(started.output).toContain("works in the background");
    await expect.poll(() => late.length).toBe(1);
    expect(late.map((one) => manager.getTool("agent")?.flatOf(one))).toMatchObject([
      { success: true, output: expect.stringMatching(/It says one\.$/), agent_id: started.agent_id },
    ]);

    const call = { name: "agent", arguments: { ...TASK, background: true } };
    const parent = scripted([{ toolCalls: [call] }, { text: "waiting" }, { text: "It says one, I hear." }]);
    const { manager: tools } = await managed([{ text: "It says one.", usage: { inputTokens: 5, outputTokens: 2 } }]);
    const { messages, content } = await runToolLoop({ model: parent, tools: tools.registry }, [
      { role: "user", content: "go" },
    ]);
    expect([content, JSON.stringify(messages)]).toEqual([
      expect.stringMatching(/waiting|I hear/),
      expect.stringContaining("works in the background"),
    ]);
  });

  it("counts what an agent costs, and stops the run where a person says no without a note", async () => {
    const agent = { toolCalls: [{ name: "agent", arguments: TASK }] };
    const usage = { inputTokens: 5, outputTokens: 2 };
    const { manager } = await managed([{ text: "It says one.", usage }]);
    const counted = await runToolLoop(
      {
        model: scripted([
          { ...agent, usage },
          { text: "done", usage },
        ]),
        tools: manager.registry,
      },
      [{ role: "user", content: "go" }],
    );
    expect(counted.usage).toEqual({ inputTokens: 15, outputTokens: 6 });
    const edit = { name: "write_it", arguments: {} };
    const { manager: asking } = await managed([{ toolCalls: [edit] }, { text: "no" }], [asked], {
      approve: async ({ approvalId }) => ({ approvalId, approve: false }),
    });
    const stopped = await runToolLoop({ model: scripted([agent, { text: "went on" }]), tools: asking.registry }, [
      { role: "user", content: "go" },
    ]);
    expect(stopped.stopReason).toBe("denied");
  });

  it("says which types there are, and who is missing", async () => {
    const { manager } = await managed([]);
    const unknown = await manager.executeTool("agent", { ...TASK, type: "../x" });
    expect(unknown).toMatchObject({ success: false, error_type: "user_error" });
    expect(unknown.suggestion).toContain("explore");
    const alone = await new AgentTool(new ActivityStream()).execute(TASK);
    expect(alone.error).toContain("There are no sub-agents here.");
  });

  it("runs beside others of its kind in a loop", async () => {
    let there = 0;
    let met = () => {};
    const together = new Promise<void>((resolve) => (met = resolve));
    const meet = defineTool({
      name: "meet",
      description: "",
      input: { type: "object" },
      async execute() {
        if (++there === 2) met();
        await together;
        return "met";
      },
    });
    const steps = [{ toolCalls: [{ name: "meet", arguments: {} }] }, { text: "Met." }];
    const workspace = await createMemoryWorkspace({ files: {} });
    const parent = scripted([
      { toolCalls: ["a", "b"].map((id) => ({ id, name: "agent", arguments: { ...TASK, prompt: `Meet ${id}.` } })) },
      { text: "All." },
    ]);
    const configs = [steps, steps].map((own): ToolLoopConfig => ({ model: scripted(own), tools: [meet] }));
    let next = 0;
    const subAgents = createSubAgents({ config: () => configs[next++ % 2] ?? { model: parent } });
    const tool = new AgentTool(new ActivityStream(), { workspace, subAgents });
    const { messages } = await runToolLoop({ model: parent, tools: [tool] }, [{ role: "user", content: "go" }]);
    const answers = messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
    expect(answers).toEqual([expect.stringMatching(/Met\.$/), expect.stringMatching(/Met\.$/)]);
  });
});
