import type { Conversation, Usage } from "@toolwright/core";
import type { InvocationSummary, SummarySink } from "@toolwright/core/telemetry";
import type { MaybePromise } from "./maybe-promise.ts";

/** Which summaries to list. */
export interface SummaryRange {
  readonly conversation?: Conversation;
  readonly runId?: string;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}

/** What model calls came to: tokens and US dollars as far as providers said; what none of them said is left out. */
export interface SummaryTotals extends Usage {
  readonly calls: number;
  /** Of them, those that ended in an error. */
  readonly failed: number;
}

/** One row per model call, in the table `ai_invocation_summaries`. */
export interface Summaries {
  /** For `summariseInvocations`. A summary that is there already is not stored twice. */
  readonly sink: SummarySink;
  /** The newest first. */
  list(range?: SummaryRange): MaybePromise<InvocationSummary[]>;
  /** Of one conversation, or of all. */
  totals(conversation?: Conversation): MaybePromise<SummaryTotals>;
}
