export { asProgram } from "./as-program.ts";
export { type CodeMode, type CodeModeOptions, createCodeMode } from "./create-code-mode.ts";
export { type ToolsInside, toolsInside } from "./declarations/tools-inside.ts";
export type { ProgramExecutor } from "./executor/index.ts";
export { type QuickJsOptions, quickJs } from "./executor/quick-js.ts";
export type { HostedOptions } from "./hosted-tools.ts";
export type { CodeModeLimits } from "./limits.ts";
export type { Mentions } from "./source/mentions.ts";
export type { CodeModeTools } from "./tools-given.ts";
