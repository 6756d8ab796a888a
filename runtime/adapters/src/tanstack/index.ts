export type { AdapterOptions } from "../shared/adapter-options.ts";
export { ForeignCallError } from "../shared/foreign-call-error.ts";
export { rawArguments, type TanstackAdapter } from "./raw-arguments.ts";
export { type TanstackCall, type TanstackTool, toTanstackTools } from "./to-tanstack-tools.ts";
