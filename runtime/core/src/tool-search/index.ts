export { createToolBridge, type ToolBridge } from "./create-tool-bridge.ts";
export { createToolSearch, type ToolSearch, type ToolSearchOptions } from "./create-tool-search.ts";
export { ToolCatalog } from "./tool-catalog.ts";
