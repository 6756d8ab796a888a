import type { Conversation, JournalEvent } from "@toolwright/core";
import type { MaybePromise } from "./maybe-promise.ts";

/**
 * Events that are told and not stored, such as the words of a model and the output of tools while they run: from the
 * process that runs a conversation to readers in all others. A reader that is slow, or was not there, loses them, and
 * goes on with what is stored.
 */
export interface LiveChannel {
  /** Returns at once, never throws, and holds nothing up: what the channel cannot carry is dropped. */
  publish(conversation: Conversation, event: JournalEvent): void;
  /**
   * Calls `listener` with what other processes publish about a conversation from then on, in the order of `seq`. Gives
   * the function that ends it.
   */
  subscribe(conversation: Conversation, listener: (event: JournalEvent) => void): MaybePromise<() => void>;
}
