export type { McpAbility, McpCaller, McpForm, McpFormAnswer } from "./server/calls/caller.port.ts";
export { mcpCaller } from "./server/calls/caller.ts";
export { createMcpServer } from "./server/create-mcp-server.ts";
export { type ListeningMcpServer, listenMcp, type McpListenOptions } from "./server/http/listen.ts";
export type { McpChange, McpServer, McpServerOptions, McpTaskOptions } from "./server/mcp-server.port.ts";
export type { McpContent, McpResourceContent } from "./server/offers/content.port.ts";
export type { McpPrompt, McpPromptArgument, McpPromptMessage } from "./server/offers/prompt.port.ts";
export type { McpResource } from "./server/offers/resource.port.ts";
export type { McpStore } from "./server/store.port.ts";
