// The server under test of `npm run conformance`: what the official suite expects of one, as tools, prompts and
// resources of ours. Prints its address, and ends with its standard input.
import { ToolRegistry } from "@toolwright/core";
import { createMcpServer, listenMcp, type McpServer } from "../../src/server.ts";
import { answeringTools } from "./answering-tools.ts";
import { askingTools } from "./asking-tools.ts";
import { prompts, resources } from "./offers.ts";
import { taskTools } from "./task-tools.ts";

const tools = [...answeringTools(() => server), ...askingTools, ...taskTools];
const server: McpServer = createMcpServer(new ToolRegistry(tools), {
  name: "toolwright-conformance",
  tasks: { required: ["failing_job", "test_tool_with_task"] },
  runner: { logger: { debug() {}, info() {}, warn() {}, error() {} } },
  prompts,
  resources,
});
const listening = await listenMcp(server, { port: 0 });
console.log(listening.url);
process.stdin.resume().once("end", () => listening.close());
