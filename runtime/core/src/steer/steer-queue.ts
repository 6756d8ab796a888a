import type { MaybePromise } from "../async/maybe-promise.ts";
import type { StopReason } from "../loop/stop-reason.ts";
import type { Message } from "../model/messages.ts";
import type { Part } from "../result/part.ts";

/** What a person says while a run goes on. */
export interface SteerMessage {
  readonly messageId: string;
  readonly message: Message;
}

/** What can be said: a text, parts, or a whole message of the role `user`. */
export type Said = string | readonly Part[] | Message;

/** Whether a run ended in an answer: the model said what it had to say, so that a word more makes it go on. */
export function isAnswered(stopReason: StopReason): boolean {
  return stopReason === "stop" || stopReason === "done" || stopReason === "length";
}

/**
 * Where messages wait for the next request of a run: in memory (`createSteerQueue`), or in a store
 * (`store.steers.queue`).
 */
export interface SteerQueue {
  /** True where it is known at once that nothing waits: nothing is asked then. */
  readonly isEmpty?: boolean;
  /** What waits, oldest first. */
  waiting(): MaybePromise<readonly SteerMessage[]>;
  /**
   * The same, for a run that will send them: from now on none of them can be taken back. What was not `sent` comes
   * again.
   */
  take(): MaybePromise<readonly SteerMessage[]>;
  /** These are stored with the run, and never come again. */
  sent(messageIds: readonly string[]): MaybePromise<void>;
  /** The run has ended. Gives what it has not heard. */
  ended(stopReason: StopReason): MaybePromise<readonly SteerMessage[]>;
  /**
   * Calls `changed` when something else waits than before. Returns the function that ends it. Left out: nobody is told.
   */
  watch?(changed: () => void): () => void;
}
