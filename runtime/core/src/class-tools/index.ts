export { type ActivityEvent, ActivityEventType, ActivityStream } from "./activity-stream.ts";
export { AgentTool } from "./agent-tool.ts";
export { BaseTool, type BaseToolOptions } from "./base-tool.ts";
export { type FlatResult, type FlatResult as ToolResult, fromFlat, toFlat } from "./flat-result.ts";
export { generateId } from "./generate-id.ts";
export { ToolManager, type ToolManagerOptions } from "./tool-manager.ts";
export { type FunctionDefinition, ToolValidator, type ValidationResult } from "./tool-validator.ts";
