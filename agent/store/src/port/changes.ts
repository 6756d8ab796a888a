import type { Conversation } from "@toolwright/core";
import type { MaybePromise } from "./maybe-promise.ts";

/** Conversations that look different than they did. */
export interface ChangedConversations {
  readonly conversations: readonly Conversation[];
  /** Where to go on. */
  readonly last: number;
  /** False when so much has changed since that not all of it is known any more. */
  readonly isWhole: boolean;
}

/** Remembers from its beginning on that something has changed, until somebody asks. */
export interface ChangeWatch {
  /**
   * Resolves when something in the store may have changed since it resolved last, or `signal` is aborted: look, then
   * wait. Rejects with `closed` when the store is closed.
   */
  changed(signal?: AbortSignal): Promise<void>;
  /** Ends the watching. Needs no `this`. */
  readonly stop: () => void;
}

/**
 * What changed in a store, whichever process did it: threads that were made, used, renamed or deleted, and questions
 * that were asked or answered. Events within a run are not among it. The newest 10,000 changes are kept.
 */
export interface Changes {
  /** The number of the newest change; 0 where there is none. */
  last(): MaybePromise<number>;
  /** What changed after a number that an earlier answer gave. */
  since(number: number): MaybePromise<ChangedConversations>;
  /** Tells when it is time to look; an event within a run counts, too. */
  watch(): ChangeWatch;
}
