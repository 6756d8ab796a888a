import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@toolwright/core";
import { type ChangeWatch, type Store, StoreError } from "@toolwright/store";
import type { ChangeEvent } from "@toolwright/view";
import { Questions } from "./questions.ts";
import { QUESTIONS, Subscriber } from "./subscriber.ts";
import { ThreadWatch } from "./thread-watch.ts";

export interface ChangeFeedOptions {
  readonly store: Store;
  readonly logger: Logger;
}

/** Milliseconds between two looks at the store at least: commits come by the thousand. */
const REST_MS = 25;
/** Milliseconds after which it looks without having been told: a process that dies changes nothing in the store. */
const LOOK_MS = 5_000;

/**
 * Tells all readers what changed in a store, whichever process did it. Looks at the store only while somebody reads.
 */
export class ChangeFeed {
  readonly #store: Store;
  readonly #logger: Logger;
  readonly #readers = new Set<Subscriber>();
  /** Readers that were not yet told which questions wait. */
  readonly #newcomers = new Set<Subscriber>();
  #wait = new AbortController();
  #isLooking = false;
  #isClosed = false;

  constructor({ store, logger }: ChangeFeedOptions) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Begins with the questions that wait now. */
  subscribe(): Subscriber {
    const reader = new Subscriber();
    if (this.#isClosed) {
      reader.end();
      return reader;
    }
    this.#readers.add(reader);
    this.#newcomers.add(reader);
    this.#wait.abort();
    if (!this.#isLooking) void this.#look();
    return reader;
  }

  leave(reader: Subscriber): void {
    this.#readers.delete(reader);
    this.#newcomers.delete(reader);
    reader.end();
    if (this.#readers.size === 0) this.#wait.abort();
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of [...this.#readers]) this.leave(reader);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    const watch = this.#store.changes.watch();
    try {
      await this.#tellAll(watch);
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== "closed") {
        this.#logger.error("Changes could not be read", { error });
      }
      for (const reader of [...this.#readers]) this.leave(reader);
    } finally {
      watch.stop();
      this.#isLooking = false;
    }
    // Somebody may have come while the last one left.
    if (this.#readers.size > 0) void this.#look();
  }

  async #tellAll(watch: ChangeWatch): Promise<void> {
    const questions = new Questions(this.#store);
    const threads = await ThreadWatch.begin(this.#store);
    while (this.#readers.size > 0) {
      const { events, isWhole, hasChanged, againInMs = LOOK_MS } = await threads.look();
      if (!isWhole) this.#tell("reset", { event: "reset", data: {} });
      for (const event of events) this.#tell(event.data.id, { event: "thread", data: event.data });
      await this.#tellQuestions(questions, hasChanged);
      await this.#changed(watch, againInMs);
      await pause(REST_MS);
    }
  }

  async #tellQuestions(questions: Questions, hasChanged: boolean): Promise<void> {
    const { event, isNew } = await questions.look(hasChanged || this.#newcomers.size > 0);
    for (const reader of isNew ? this.#readers : this.#newcomers) reader.push(QUESTIONS, event);
    this.#newcomers.clear();
  }

  #tell(key: string, event: ChangeEvent): void {
    for (const reader of this.#readers) reader.push(key, event);
  }

  async #changed(watch: ChangeWatch, withinMs: number): Promise<void> {
    if (this.#newcomers.size > 0) return;
    this.#wait = new AbortController();
    const timer = setTimeout(() => this.#wait.abort(), withinMs);
    try {
      await watch.changed(this.#wait.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}
