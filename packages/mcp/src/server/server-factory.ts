import { randomBytes, randomUUID } from "node:crypto";
import type { CallToolRequestParams, McpServerFactory } from "@modelcontextprotocol/server";
import { createMemoryOutputCache, type ToolRegistry } from "@toolwright/core";
import { ApprovalStates } from "./approval-states.ts";
import { callTool } from "./call-tool.ts";
import { keptText, outputId } from "./kept-outputs.ts";
import { listTools } from "./list-tools.ts";
import type { McpServerOptions } from "./mcp-server.port.ts";

/** Makes the servers of the SDK, one for each connection or request, over what all of them share. */
export function serverFactory(registry: ToolRegistry, options: McpServerOptions): () => Promise<McpServerFactory> {
  const { name = "toolwright", version = "0.1.0", instructions, runner = {} } = options;
  const shared = {
    registry,
    runner: { ...runner, outputCache: runner.outputCache ?? createMemoryOutputCache() },
    conversation: { channel: "mcp", chatId: randomUUID() },
    approvals: new ApprovalStates(randomBytes(32)),
  };
  return async () => {
    const sdk = await import("@modelcontextprotocol/server");
    return () => {
      const capabilities = { tools: {}, resources: {} };
      const server = new sdk.Server(
        { name, version },
        { capabilities, ...(instructions !== undefined && { instructions }) },
      );
      server.setRequestHandler("tools/list", () => ({ tools: listTools(registry) }));
      server.setRequestHandler("tools/call", ({ params }: { params: CallToolRequestParams }, ctx) =>
        callTool({ shared, sdk, params, ctx, capabilities: server.getClientCapabilities() }),
      );
      server.setRequestHandler("resources/list", () => ({ resources: [] }));
      server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
        const id = outputId(uri);
        const text = id === undefined ? undefined : await keptText(shared, id);
        if (text === undefined) throw new sdk.ResourceNotFoundError(uri);
        return { contents: [{ uri, mimeType: "text/plain", text }] };
      });
      return server;
    };
  };
}
