import { ActivityStream, ToolManager, type ToolManagerOptions, type ToolResult } from "@toolwright/core/class-tools";
import { BashTool, ReadTool } from "@toolwright/workspace";
import { MyTool } from "./document/MyTool.ts";

process.chdir(new URL(".", import.meta.url).pathname);

/** The document's tool, and which fields of its results may be seen. */
class ListedTool extends MyTool {
  readonly allowlist = ["result"];
}

const activityStream = new ActivityStream();
const tools = [new BashTool(activityStream), new ReadTool(activityStream), new ListedTool(activityStream)];
const managing = (options: ToolManagerOptions = {}) =>
  new ToolManager(tools, activityStream, { redaction: "required", ...options });
const toolManager = managing();

show(activityStream);
await call(toolManager, "my_tool", { param1: "value" });
await call(toolManager, "my_tool", { param1: "value" });
toolManager.clearCurrentTurn();
await call(toolManager, "my_tool", {});
await call(toolManager, "read", { file_paths: ["document/MyTool.ts", "missing.ts"], limit: 2 });
console.log(`\nread: MyTool.ts ${toolManager.hasFileBeenRead("./document/MyTool.ts")}`);
await call(toolManager, "read", { file_paths: ["missing.ts"] });
await call(toolManager, "bash", { command: "npm test" });

const asked = managing({
  approver: {
    approve: async ({ approvalId, toolName }) => {
      console.log(`  somebody allows ${toolName}`);
      return { approvalId, approve: true };
    },
  },
});
await call(asked, "bash", { command: "echo hello; exit 3", description: "Say hello and fail" });

async function call(manager: ToolManager, name: string, args: object): Promise<void> {
  console.log(`\n${name}(${JSON.stringify(args)})`);
  const result: ToolResult = await manager.executeTool(name, args);
  for (const line of manager.getTool(name)?.getResultPreview(result) ?? []) console.log(`  | ${line}`);
}

/** What a user interface would draw. */
function show(stream: ActivityStream): void {
  stream.subscribe("tool_call_start", ({ data }) => console.log(`  ${data.toolName} started`));
  stream.subscribe("tool_output_chunk", ({ data }) => console.log(`  … ${data.chunk.trimEnd().replaceAll("\n", " ")}`));
  stream.subscribe("error", ({ data }) => console.log(`  error: ${data.error}`));
  stream.subscribe("tool_call_end", ({ data }) =>
    console.log(`  ${data.toolName} ${data.success ? "worked" : "failed"}`),
  );
}
