export type { AdapterOptions } from "../shared/adapter-options.ts";
export { ForeignCallError } from "../shared/foreign-call-error.ts";
export type { ShownOutput } from "../shared/shown-output.ts";
export { type MastraModel, rawArguments } from "./raw-arguments.ts";
export { type MastraTool, toMastraTools } from "./to-mastra-tools.ts";
