export { type ListeningMcpServer, listenMcp, type McpListenOptions } from "./server/listen.ts";
