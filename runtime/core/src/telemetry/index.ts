export { exportToOpenTelemetry, type OpenTelemetryOptions } from "./export-to-open-telemetry.ts";
export type { InvocationSummary, SummarisedToolCall } from "./invocation-summary.ts";
export type { OpenTelemetryApi, TelemetrySpan } from "./open-telemetry-api.ts";
export {
  type InvocationSummaries,
  type SummariesOptions,
  summariseInvocations,
} from "./summarise-invocations.ts";
export { jsonLinesSink, type SummarySink } from "./summary-sink.ts";
export { type ModelPrice, type PriceTable, withPrices } from "./with-prices.ts";
