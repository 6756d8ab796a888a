export type { ProgramExecutor } from "./executor/index.ts";
