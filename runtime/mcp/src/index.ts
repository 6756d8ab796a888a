export type { AppDomains, McpApp, McpApps } from "./apps/apps.port.ts";
export { checkMcpServer } from "./check-options.ts";
export { filePins, type PinStore } from "./definitions/pins.ts";
export type { McpSearchOptions } from "./live/search-step.ts";
export type { LoginPrompt } from "./login/login-prompt.ts";
export { fileLogins, type LoginStore } from "./login/login-store.ts";
export { type McpLogin, type McpLoginOptions, mcpLogin } from "./login/mcp-login.ts";
export type { AcceptedChange, DefinitionChange, McpServerState, McpTools, SetAside } from "./mcp-tools.port.ts";
export { mcpTools } from "./mcp-tools.ts";
export type {
  McpOffers,
  Offer,
  OfferedPrompt,
  OfferedResource,
  PromptArgument,
  PromptWanted,
} from "./offers/offers.port.ts";
export type {
  HttpServerConfig,
  McpServerConfig,
  McpToolsOptions,
  OAuthConfig,
  StdioServerConfig,
} from "./options.ts";
