import { checkArgument } from "../options/check-options.ts";
import { aFunction } from "../options/option-rules.ts";
import type { InvocationSummary } from "./invocation-summary.ts";

/** Where summaries go. What it throws is logged, and reaches no run. */
export type SummarySink = (summary: InvocationSummary) => void | Promise<void>;

/** A sink that writes every summary as one line of JSON, with its line break. */
export function jsonLinesSink(write: (line: string) => void): SummarySink {
  checkArgument(write, { of: "The argument of jsonLinesSink", rule: aFunction });
  return (summary) => write(`${JSON.stringify(summary)}\n`);
}
