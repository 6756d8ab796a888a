import type { JournalEvent } from "./event.ts";

/** Storage of a conversation's events: append-only. */
export interface Journal {
  /** Awaited when it returns a promise. A failure stops the run before anything unrecorded happens. */
  append(event: JournalEvent): void | Promise<void>;
  /** The stored events whose `seq` is greater than `after` (default 0), in order. */
  read(after?: number): AsyncIterable<JournalEvent>;
}
