export { ForeignCallError } from "../shared/foreign-call-error.ts";
export type { ShownOutput } from "../shared/shown-output.ts";
export { type TanstackCall, type TanstackOptions, type TanstackTool, toTanstackTools } from "./to-tanstack-tools.ts";
