import type { Conversation } from "@toolwright/core";
import type { MaybePromise } from "./maybe-promise.ts";

/** The right to run one conversation. It is renewed as long as this process lives and its event loop turns. */
export interface Lease {
  readonly conversation: Conversation;
  /** Another one for every time that it is taken: what fences writers. */
  readonly token: string;
  /** Aborted when somebody else has taken the lease: give it to the run. */
  readonly signal: AbortSignal;
  /** False when it was lost. */
  renew(): MaybePromise<boolean>;
  /** Gives it back, where that cannot be stored with the end of its time. Nothing happens the second time. */
  release(): MaybePromise<void>;
  /**
   * Gives it back while its run waits for people in no process: `threads.interrupted` lists the run once all of its
   * questions are answered or expired. Store nothing after it.
   */
  park(): MaybePromise<void>;
}

export interface LeaseOptions {
  /** Milliseconds that a lease stands without being renewed. Default 15 s, at most an hour. */
  readonly ttlMs?: number;
}

/** The living holder of a lease. */
export interface LeaseHolder {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** It is this process. */
  readonly here: boolean;
}

/** Which process runs which conversation: one at a time, over all processes that share the store. */
export interface Leases {
  /** Undefined while a living process holds it, this one included. One whose holder is dead is taken over. */
  acquire(conversation: Conversation, options?: LeaseOptions): MaybePromise<Lease | undefined>;
  /** Who holds the lease now; undefined for nobody who lives. */
  holder(conversation: Conversation): MaybePromise<LeaseHolder | undefined>;
}
