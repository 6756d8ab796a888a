export { createMcpServer } from "./server/create-mcp-server.ts";
export { type ListeningMcpServer, listenMcp, type McpListenOptions } from "./server/listen.ts";
export type { McpServer, McpServerOptions } from "./server/mcp-server.port.ts";
