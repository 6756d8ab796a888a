import type { Conversation, Message, SteerMessage, SteerQueue } from "@toolwright/core";
import type { MaybePromise } from "./maybe-promise.ts";

/** `unsent`: the run ended without it, and nobody sends it by itself any more. `withdrawn`: it was taken back. */
export type SteerState = "waiting" | "sent" | "withdrawn" | "unsent";

/** A message that was said while a run went on. */
export interface StoredSteer {
  readonly id: string;
  readonly state: SteerState;
  /** Left out once it is sent: the journal has it then. */
  readonly message?: Message;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What people say while runs go on, from whichever process: it waits here until the run that it is for takes it. */
export interface Steers {
  /**
   * Stores a message; it is on disk when this is done. One that is there already comes back as it is. Undefined for an
   * unknown thread; throws `too_large` for more than an event may take, and `limit` where 100 wait.
   */
  add(conversation: Conversation, said: SteerMessage): MaybePromise<StoredSteer | undefined>;
  /** What waits and what was not sent, oldest first. */
  list(conversation: Conversation): MaybePromise<StoredSteer[]>;
  /**
   * Takes a message back unless a run has it, and says how it stands: `withdrawn`, or why not. Undefined for an unknown
   * one.
   */
  withdraw(conversation: Conversation, id: string): MaybePromise<StoredSteer | undefined>;
  /** What a run takes from: the loop's option `steering`. */
  queue(conversation: Conversation): SteerQueue;
}
