export { createGraphExecutor, type GraphConfig } from "./create-graph-executor.ts";
export type {
  GraphExecutorPort,
  GraphFinal,
  GraphFinishReason,
  GraphRun,
  GraphRunRequest,
} from "./graph-executor.port.ts";
