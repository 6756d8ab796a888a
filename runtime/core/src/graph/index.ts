export { createGraphExecutor, type GraphConfig } from "./create-graph-executor.ts";
export type {
  GraphExecutorPort,
  GraphFinal,
  GraphRun,
  GraphRunRequest,
} from "./graph-executor.port.ts";
