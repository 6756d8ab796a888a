import type { ToolRegistry } from "@toolwright/core";
import { checkMcpServerOptions } from "./check-server-options.ts";
import { Guard } from "./http/guard.ts";
import { HttpHandler } from "./http/http-handler.ts";
import { makeServer } from "./make-server.ts";
import type { McpServer, McpServerOptions } from "./mcp-server.port.ts";
import { tellChange } from "./offers/tell-change.ts";
import { share } from "./share.ts";
import type { Shared } from "./shared.ts";

/**
 * Offers the tools of a registry over MCP, to clients of 2025-11-25 and of 2026-07-28. Every call goes through a
 * runner: validated, authorised, bounded and masked as in a loop. The SDK is loaded with the first request. Throws a
 * `TypeError` for options that cannot be.
 */
export function createMcpServer(registry: ToolRegistry, options: McpServerOptions = {}): McpServer {
  checkMcpServerOptions(registry, options);
  const guard = new Guard(options);
  let shared: Promise<Shared> | undefined;
  let handler: HttpHandler | undefined;
  const open = async () => {
    shared ??= share(registry, options);
    return shared;
  };
  const connected = new Set<ReturnType<typeof makeServer>>();
  return {
    async fetch(request) {
      const admission = await guard.admit(request);
      if ("refused" in admission) return admission.refused;
      const opened = await open();
      handler ??= new HttpHandler(opened);
      return handler.answer(request, admission.owner);
    },
    async serveStdio() {
      const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
      const opened = await open();
      const ended = inputEnds();
      const handle = serveStdio(({ era }) => {
        const server = makeServer(opened, era);
        connected.add(server);
        return server;
      });
      await ended;
      await handle.close();
      connected.clear();
    },
    changed(what) {
      handler?.changed(what);
      for (const server of connected) tellChange(server, what);
    },
    async close() {
      await handler?.close();
      const opened = await shared;
      opened?.held.close();
      await opened?.tasks.close();
    },
  };
}

/** A server on standard input ends with it, whatever timers its tools have left. */
function inputEnds(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
}
