export type { FromToolsOptions } from "../reverse/from-options.ts";
export type { AdapterOptions } from "../shared/adapter-options.ts";
export { ForeignCallError } from "../shared/foreign-call-error.ts";
export type { ShownOutput } from "../shared/shown-output.ts";
export type { AiSdkCall, AiSdkContentPart, AiSdkTool } from "./ai-sdk-tool.ts";
export { type AiSdkToolLike, fromAiSdkTools } from "./from-ai-sdk-tools.ts";
export type { OpenSchema } from "./open-schema.ts";
export { rawArguments } from "./raw-arguments.ts";
export { toAiSdkTools } from "./to-ai-sdk-tools.ts";
