import type { Span } from "@toolwright/view";
import type { TimelineEvent } from "@toolwright/view/internal";

/** One line of the timeline: something that took time, or a moment. */
export interface TimelineRow extends Readonly<Omit<Span<TimelineEvent>, "children" | "events">> {
  /** How deep it stands: a run 0, its steps 1, their calls 2. */
  readonly depth: number;
  /** Where it begins and ends within its run, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds since its run began. */
  readonly offsetMs: number;
  readonly events: readonly TimelineEvent[];
}
