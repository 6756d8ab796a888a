import type { JournalEvent } from "./event.ts";

/** Storage of a conversation's events: append-only. */
export interface Journal {
  /** Awaited when it returns a promise. A failure stops the run before anything unrecorded happens. */
  append(event: JournalEvent): void | Promise<void>;
  /**
   * True where events may be given before the ones before them are stored: they are stored in the order in which they
   * were given, and none behind one that failed. A run then waits for those events only on which what happens next
   * depends.
   */
  readonly keepsOrder?: boolean;
  /** The stored events whose `seq` is greater than `after` (default 0), in order. */
  read(after?: number): AsyncIterable<JournalEvent>;
  /**
   * The events from the beginning of the newest run that is no part of a call. Left out: everything is read to find an
   * open run.
   */
  lastRun?(): AsyncIterable<JournalEvent>;
  /** The `seq` of the newest event, 0 where there is none. Left out: everything is read to find it. */
  lastSeq?(): number | Promise<number>;
}
