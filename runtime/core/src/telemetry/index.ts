export { exportToOpenTelemetry } from "./export-to-open-telemetry.ts";
export type { InvocationSummary } from "./invocation-summary.ts";
export { type InvocationSummaries, summariseInvocations } from "./summarise-invocations.ts";
export { jsonLinesSink, type SummarySink } from "./summary-sink.ts";
export { type PriceTable, withPrices } from "./with-prices.ts";
