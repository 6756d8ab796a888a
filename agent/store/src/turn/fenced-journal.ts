import type { Journal, JournalEvent } from "@toolwright/core";
import type { StoredJournal } from "../port/journal.ts";

/**
 * A journal for one attempt: when that is lost, nothing is written any more, and whoever wants to write waits for ever.
 */
export class FencedJournal implements Journal {
  readonly #journal: StoredJournal;
  readonly #lost: AbortSignal;

  constructor(journal: StoredJournal, lost: AbortSignal) {
    this.#journal = journal;
    this.#lost = lost;
  }

  get keepsOrder(): boolean {
    return this.#journal.keepsOrder === true;
  }

  append(event: JournalEvent): void | Promise<void> {
    return this.#lost.aborted ? new Promise(() => undefined) : this.#journal.append(event);
  }

  read(after?: number): AsyncIterable<JournalEvent> {
    return this.#journal.read(after);
  }

  lastRun(): AsyncIterable<JournalEvent> {
    return this.#journal.lastRun();
  }

  lastSeq(): number | Promise<number> {
    return this.#journal.lastSeq();
  }
}
