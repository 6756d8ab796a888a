import type { Conversation } from "@toolwright/core";
import type { MaybePromise } from "./maybe-promise.ts";

/** What a person thinks of an answer. */
export interface Rating {
  readonly thumb: "up" | "down";
  /** Why; at most 2,000 characters. */
  readonly note?: string;
}

/** What a person thinks of the answer of one run. */
export interface StoredRating extends Rating {
  readonly conversation: Conversation;
  readonly runId: string;
  /** When it was given last, in milliseconds since 1970. */
  readonly time: number;
}

/** Which ratings to list. */
export interface RatingRange {
  /** Left out: of all. */
  readonly conversation?: Conversation;
  /** At most 1,000. Default 100. */
  readonly limit?: number;
}

/**
 * What people think of answers. A fork begins with those of the runs that it holds, and goes its own way from there.
 */
export interface Ratings {
  /**
   * One for each run: another one takes its place, and none takes it back. False for an unknown run. Throws
   * `too_large`.
   */
  set(conversation: Conversation, runId: string, rating: Rating | undefined): MaybePromise<boolean>;
  /** Those that stand, the newest first. */
  list(range?: RatingRange): MaybePromise<StoredRating[]>;
}
