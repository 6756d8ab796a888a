import type { Journal, JournalEvent } from "../../src/index.ts";
import type { ToldJournal } from "./told-by.ts";

/** What is done to a journal before it is given one of its events, when those before are stored. */
export interface Disturbance {
  /** From 1. */
  readonly at: number;
  disturb(): unknown;
}

/** A real journal that is disturbed at one event, and says what it has stored for sure. */
export class WatchedJournal implements ToldJournal {
  readonly stored: JournalEvent[] = [];
  hasFailed = false;
  readonly #journal: Journal;
  readonly #disturbance: Disturbance | undefined;
  readonly #given: Promise<void>[] = [];
  #disturbed: Promise<unknown> | undefined;

  constructor(journal: Journal, disturbance?: Disturbance) {
    this.#journal = journal;
    this.#disturbance = disturbance;
  }

  get keepsOrder(): boolean {
    return this.#journal.keepsOrder === true;
  }

  append(event: JournalEvent): Promise<void> {
    if (this.#given.length + 1 === this.#disturbance?.at) {
      const disturb = this.#disturbance.disturb;
      this.#disturbed = Promise.allSettled(this.#given).then(disturb);
    }
    const stored = this.#disturbed?.then(() => this.#store(event)) ?? this.#store(event);
    this.#given.push(stored);
    return stored;
  }

  read(after?: number): AsyncIterable<JournalEvent> {
    return this.#journal.read(after);
  }

  lastRun(): AsyncIterable<JournalEvent> {
    return this.#journal.lastRun?.() ?? this.#journal.read();
  }

  async lastSeq(): Promise<number> {
    return (await this.#journal.lastSeq?.()) ?? 0;
  }

  async #store(event: JournalEvent): Promise<void> {
    try {
      await this.#journal.append(event);
      this.stored.push(event);
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}
