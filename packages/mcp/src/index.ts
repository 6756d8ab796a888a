export { filePins, type PinStore } from "./definitions/pins.ts";
export type { AcceptedChange, DefinitionChange, McpServerState, McpTools, SetAside } from "./mcp-tools.port.ts";
export { mcpTools } from "./mcp-tools.ts";
export type { HttpServerConfig, McpServerConfig, McpToolsOptions, StdioServerConfig } from "./options.ts";
