import type { ToolRegistry } from "@toolwright/core";
import { checkMcpServerOptions } from "./check-server-options.ts";
import { Guard } from "./guard.ts";
import type { McpServer, McpServerOptions } from "./mcp-server.port.ts";
import { serverFactory } from "./server-factory.ts";

/**
 * Offers the tools of a registry over MCP, to clients of 2025-11-25 and of 2026-07-28. Every call goes through a runner: validated,
 * authorised, bounded and masked as in a loop. The SDK is loaded with the first request. Throws a `TypeError` for options that cannot be.
 */
export function createMcpServer(registry: ToolRegistry, options: McpServerOptions = {}): McpServer {
  checkMcpServerOptions(options);
  const guard = new Guard(options);
  const factory = serverFactory(registry, options);
  let handler: Promise<{ fetch(request: Request): Promise<Response>; close(): Promise<void> }> | undefined;
  const open = async () => {
    const { createMcpHandler } = await import("@modelcontextprotocol/server");
    return createMcpHandler(await factory(), { maxRequestBodySize: MAX_BODY });
  };
  return {
    async fetch(request) {
      const refused = guard.refuses(request);
      if (refused !== undefined) return refused;
      handler ??= open();
      return (await handler).fetch(request);
    },
    async serveStdio() {
      const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
      const handle = serveStdio(await factory());
      await inputEnds();
      await handle.close();
    },
    async close() {
      await (await handler)?.close();
    },
  };
}

/** Bytes of one request. */
export const MAX_BODY = 8 * 1024 * 1024;

/** A server on standard input ends with it, whatever timers its tools have left. */
function inputEnds(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
}
