import type { Journal, JournalEvent, Message } from "@toolwright/core";
import type { Lease } from "./leases.ts";
import type { MaybePromise } from "./maybe-promise.ts";

/** How a conversation is written. */
export interface JournalOptions {
  /** Only who holds this lease may append. */
  readonly lease?: Lease | undefined;
  /** What the run that it begins was asked for with, kept with that run: `threads.begunBy` finds it. */
  readonly request?: RunRequest | undefined;
}

/** A request that is to be heard once, however often it comes. */
export interface RunRequest {
  /** As its client has named it. */
  readonly key: string;
  /** Of all that it says: another one under the same name is another request. */
  readonly hash: string;
}

/** Where a run stands in its journal. */
export interface StoredRun {
  readonly runId: string;
  /** The number of its first event. */
  readonly seq: number;
}

/** Which runs to list. */
export interface RunRange {
  /** Only runs that began before this event. */
  readonly before?: number | undefined;
  /** Default 50, at most 1,000. */
  readonly limit?: number;
}

/** Which events to show. */
export interface ExcerptRange {
  /** Default 0: from the first on. */
  readonly after?: number;
  /** Default: to the last one that is stored. */
  readonly before?: number | undefined;
  /** From the last one back to the first: who stops reading has read no event that came long before. */
  readonly newestFirst?: boolean;
}

/** An event for who shows it: of what a run began with, only what its user had said last. */
export interface ExcerptEvent {
  readonly event: JournalEvent;
  /** How many messages the run began with; only with a `run_start`. */
  readonly messages?: number;
  /** Characters of its JSON as it is stored, roughly. */
  readonly size: number;
}

/** What to follow, and how long. */
export interface FollowOptions {
  /** Default 0: everything. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/**
 * The journal of one conversation in a store. Make one for every writer: once it has appended, it refuses to go on
 * after somebody else did.
 */
export interface StoredJournal extends Journal {
  /**
   * Stores an event; it is on disk when this resolves. Rejects with a `StoreError`, and then nothing was stored; but
   * for `lease_lost`: the process that lost the lease while it was stored goes on with nothing, and the one that has it
   * reads the event.
   */
  append(event: JournalEvent): Promise<void>;
  /** The stored events after a number, in order, also those that are added meanwhile. */
  read(after?: number): AsyncGenerator<JournalEvent>;
  /** The events between two numbers, for who shows them: a run comes without the history that it began with. */
  excerpt(range?: ExcerptRange): AsyncGenerator<ExcerptEvent>;
  /** The runs that are no part of a call, newest first, without reading any event. */
  runs(range?: RunRange): MaybePromise<StoredRun[]>;
  /** The events from the beginning of the newest run that is no part of a call: all that a history needs. */
  lastRun(): AsyncGenerator<JournalEvent>;
  /**
   * What was said until now, as a model is sent it: `providerHistory` of `lastRun`, which need not be read where a long
   * run has ended. Undefined where nothing is stored.
   */
  history(): Promise<readonly Message[] | undefined>;
  /** The number of the newest event; 0 where there is none. */
  lastSeq(): MaybePromise<number>;
  /**
   * The stored events after a number, then those to come, whichever process stores them, until `signal` is aborted or
   * the thread is deleted.
   */
  follow(options?: FollowOptions): AsyncGenerator<JournalEvent>;
}
