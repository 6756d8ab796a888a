/** The type of the page of an app: MCP Apps of 2026-01-26, "UI Resource Format". */
export const APP_TYPE = "text/html;profile=mcp-app";
