import type { SpanKind, TimelineEvent, Usage } from "@toolwright/view";

/** One line of the timeline: something that took time, or a moment. */
export interface TimelineRow {
  readonly key: string;
  readonly kind: SpanKind;
  /** How deep it stands: a run 0, its steps 1, their calls 2. */
  readonly depth: number;
  readonly label: string;
  readonly detail: string;
  readonly startedAt: number;
  /** Undefined while it goes on. */
  readonly endedAt: number | undefined;
  /** Milliseconds; undefined for a moment, and for what goes on. */
  readonly durationMs: number | undefined;
  /** Of a model call. */
  readonly firstTokenMs?: number;
  readonly hasFailed: boolean;
  /** Tokens and cost, of a run and of a model call. */
  readonly usage?: Usage;
  /** Where it begins and ends within its run, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds since its run began. */
  readonly offsetMs: number;
  readonly events: readonly TimelineEvent[];
}
