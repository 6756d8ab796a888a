import {
  ActivityStream,
  createMemoryOutputCache,
  type JournalEvent,
  runToolLoop,
  type ToolLoopConfig,
} from "@toolwright/core";
import { exportToOpenTelemetry } from "@toolwright/core/telemetry";
import { scripted } from "@toolwright/models";
import { expect, it } from "vitest";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { agentTool } from "../tools/agent/agent.tool.ts";
import { readTool } from "../tools/read/read.tool.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { createSubAgents } from "./create-sub-agents.ts";
import { SUB_AGENTS } from "./sub-agents.port.ts";

/** Spans by their names, each below the one that it is a child of. */
class Spans {
  readonly lines: string[] = [];
  readonly api = {
    trace: {
      getTracer: () => ({
        startSpan: (name: string, _options: object, context: unknown) => {
          const span = { name, depth: typeof context === "number" ? context : 0 };
          const at = this.lines.push("") - 1;
          const write = () => (this.lines[at] = `${"  ".repeat(span.depth)}${span.name}`);
          write();
          return {
            depth: span.depth,
            setAttributes() {},
            addEvent() {},
            setStatus() {},
            updateName: (next: string) => {
              span.name = next;
              write();
            },
            end() {},
          };
        },
      }),
      setSpan: (_context: unknown, span: unknown) => Number(Object(span).depth) + 1,
    },
    context: { active: () => 0 },
  };
}

it("are those of its own run below the call that it works for, each call once", async () => {
  const workspace = await createMemoryWorkspace({ files: { "a.txt": "one\n" } });
  const model = scripted([
    { toolCalls: [{ id: "main", name: "agent", arguments: { description: "look", prompt: "Look." } }] },
    { toolCalls: [{ id: "r", name: "read", arguments: { file_paths: ["a.txt"] } }] },
    { text: "Looked." },
    { text: "Done." },
  ]);
  const spans = new Spans();
  const tell = exportToOpenTelemetry({ api: spans.api });
  const events: JournalEvent[] = [];
  const agents = createSubAgents({
    config: () => config,
    onEvent(event) {
      events.push(event);
      tell(event);
    },
  });
  const overrides = new Map<string, () => unknown>([
    [WORKSPACE.id, () => workspace],
    [SUB_AGENTS.id, () => agents],
  ]);
  const config: ToolLoopConfig = {
    model,
    tools: [agentTool(), readTool()],
    overrides,
    outputCache: createMemoryOutputCache(),
  };
  const activity = new ActivityStream();
  activity.subscribe("*", tell);
  await runToolLoop({ ...config, activity }, [{ role: "user", content: "Go." }]);
  expect(spans.lines).toEqual([
    "invoke_workflow",
    "  chat scripted",
    "  execute_tool agent",
    "    invoke_agent agent",
    "      chat scripted",
    "      execute_tool read",
    "      chat scripted",
    "  chat scripted",
  ]);
  const [first] = events;
  expect(first).toMatchObject({ type: "run_start", parentId: "main" });
  expect(events.at(-1)?.type).toBe("done");
});
