export type { ProgramExecutor } from "./executor/index.ts";
export { type QuickJsOptions, quickJs } from "./executor/quick-js.ts";
