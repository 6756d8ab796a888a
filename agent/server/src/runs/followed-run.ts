import type { JournalEvent } from "@toolwright/core";

/** A run as one reader sees it. */
export interface FollowedRun {
  readonly threadId: string;
  readonly runId: string;
  /** The number before the first event that comes. */
  readonly after: number;
  /** Ends without the run's `done` where that will never come, and when the reader leaves. */
  readonly batches: AsyncIterable<readonly JournalEvent[]>;
  /** A batch holds what one turn of the event loop brings. */
  readonly isGathered: boolean;
  /** What a reader is taken to know of this run. */
  readonly earlier: readonly JournalEvent[];
  /** Ids of calls in earlier runs. */
  readonly isTaken: (toolCallId: string) => boolean;
  /** Ends the reading, not the run. */
  readonly leave: () => void;
}
