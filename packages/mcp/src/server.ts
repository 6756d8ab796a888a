<<<<<<< HEAD
export { type ListeningMcpServer, listenMcp, type McpListenOptions } from "./server/listen.ts";
=======
export { createMcpServer } from "./server/create-mcp-server.ts";
export type { McpServer, McpServerOptions } from "./server/mcp-server.port.ts";
>>>>>>> 243d645 (Offer a registry over MCP: calls go through a runner, questions are asked of the client's person)
