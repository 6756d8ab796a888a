export type { InvocationSummary, SummarisedToolCall } from "./invocation-summary.ts";
export {
  type InvocationSummaries,
  type SummariesOptions,
  summariseInvocations,
} from "./summarise-invocations.ts";
export { jsonLinesSink, type SummarySink } from "./summary-sink.ts";
