export { type ActivityEvent, ActivityEventType, ActivityStream, type ToolCallEnd } from "./activity-stream.ts";
export { BaseTool, type BaseToolOptions } from "./base-tool.ts";
export type { FlatResult, FlatResult as ToolResult } from "./flat-result.ts";
export { fromFlat, toFlat } from "./flat-result.ts";
export { generateId } from "./generate-id.ts";
export { ToolManager, type ToolManagerOptions } from "./tool-manager.ts";
export type { FunctionDefinition } from "./tool-validator.ts";
export { ToolValidator, type ValidationResult } from "./tool-validator.ts";
