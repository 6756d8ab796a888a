import type { JournalEvent } from "@toolwright/core";

/** A run as one reader sees it. */
export interface FollowedRun {
  readonly threadId: string;
  readonly runId: string;
  /** The number before the first event that comes. */
  readonly after: number;
  /** To the run's `done`, or for as long as the server stays. */
  readonly events: AsyncIterable<JournalEvent>;
  /** What a reader is taken to know of this run. */
  readonly earlier: readonly JournalEvent[];
  /** Ids of calls in earlier runs. */
  readonly isTaken: (toolCallId: string) => boolean;
  /** Nothing more will come, though no `done` did. */
  readonly isOver: () => boolean;
  /** Ends the reading, not the run. */
  readonly leave: () => void;
}
