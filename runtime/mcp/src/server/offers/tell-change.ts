import type { Server } from "@modelcontextprotocol/server";
import { subscriptions } from "../make-server.ts";
import type { McpChange } from "../mcp-server.port.ts";

/** Tells one connected client what has changed. A connection that has just ended hears nothing. */
export function tellChange(server: Server, what: McpChange): void {
  void told(server, what).catch(() => undefined);
}

async function told(server: Server, what: McpChange): Promise<void> {
  if (what === "tools") return server.sendToolListChanged();
  if (what === "prompts") return server.sendPromptListChanged();
  if (what === "resources") return server.sendResourceListChanged();
  if (subscriptions.get(server)?.has(what.resource) === true) await server.sendResourceUpdated({ uri: what.resource });
}
