import type { Conversation, OutputCache } from "@toolwright/core";
import type { Approvals } from "./approvals.ts";
import type { Changes } from "./changes.ts";
import type { JournalOptions, StoredJournal } from "./journal.ts";
import type { Leases } from "./leases.ts";
import type { LiveChannel } from "./live.ts";
import type { MaybePromise } from "./maybe-promise.ts";
import type { Ratings } from "./ratings.ts";
import type { Runs } from "./runs.ts";
import type { Steers } from "./steers.ts";
import type { Summaries } from "./summaries.ts";
import type { Threads } from "./threads.ts";

/** What this opening of a store has done by itself, for metrics. */
export interface StoreCounts {
  /** Threads that the limit of threads has archived. */
  readonly threadsArchived: number;
}

/**
 * Where conversations are kept. Several processes may have the same one open, on as many machines as it can be reached
 * from. Every failure is a `StoreError`, thrown or as a rejection, and what failed has not happened at all.
 */
export interface Store extends Runs {
  readonly threads: Threads;
  readonly approvals: Approvals;
  readonly leases: Leases;
  readonly changes: Changes;
  readonly summaries: Summaries;
  readonly steers: Steers;
  readonly ratings: Ratings;
  /** For all conversations; an output is read only by the one that saved it. */
  readonly outputs: OutputCache;
  /** Left out where live events stay in their process; readers elsewhere then have what is stored. */
  readonly live?: LiveChannel;
  /**
   * Letters and digits that no other store has; a copy has the same. Names what is kept for this one elsewhere, such as
   * in an engine.
   */
  identity(): MaybePromise<string>;
  /**
   * Reads and writes something that changes nothing. Rejects where either is impossible; may take as long as any other
   * writing.
   */
  probe?(): Promise<void>;
  /** Counts since it was opened here. Left out by adapters that count nothing. */
  counts?(): StoreCounts;
  /** The journal of a conversation. Make a new one for every writer, after it has its lease. */
  journal(conversation: Conversation, options?: JournalOptions): StoredJournal;
  /**
   * Stores what is queued, gives leases back and ends all waiting with `closed`. Whatever is asked later throws
   * `closed`.
   */
  close(): MaybePromise<void>;
}
