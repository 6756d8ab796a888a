import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@toolwright/core";
import { type ChangeWatch, type Store, StoreError } from "@toolwright/store";
import { Questions } from "./questions.ts";
import { Subscriber } from "./subscriber.ts";
import { ThreadWatch, type WatchedThreads } from "./thread-watch.ts";

export interface ChangeFeedOptions {
  readonly store: Store;
  readonly logger: Logger;
  /** The threads that are told of. */
  readonly threads: WatchedThreads;
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
  readonly #threads: WatchedThreads;
  readonly #readers = new Set<Subscriber>();
  /** Readers that were not yet told which questions wait. */
  readonly #newcomers = new Set<Subscriber>();
  #wait = new AbortController();
  #isLooking = false;
  #isClosed = false;

  constructor({ store, logger, threads }: ChangeFeedOptions) {
    this.#store = store;
    this.#threads = threads;
    this.#logger = logger;
  }

  /** Begins with the questions that wait now. `owner`: of the threads and questions that are told of. Default: all. */
  subscribe(owner?: string): Subscriber {
    const reader = new Subscriber(owner);
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

  /** A thread was deleted here: it may be one that was not told of, so that nothing says any more whose it was. */
  deleted(id: string, owner: string): void {
    const event = { event: "thread", data: { id, deleted: true } } as const;
    for (const reader of this.#readers) if (reader.sees(owner)) reader.push(id, event);
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
    const threads = await ThreadWatch.begin(this.#store, this.#threads);
    while (this.#readers.size > 0) {
      const { events, isWhole, hasChanged, againInMs = LOOK_MS } = await threads.look();
      for (const reader of this.#readers) {
        if (!isWhole) reader.push("reset", { event: "reset", data: {} });
        for (const { owner, data } of events) if (reader.sees(owner)) reader.push(data.id, { event: "thread", data });
      }
      await this.#tellQuestions(questions, hasChanged);
      await this.#changed(watch, againInMs);
      await pause(REST_MS);
    }
  }

  async #tellQuestions(questions: Questions, hasChanged: boolean): Promise<void> {
    const isAsked = hasChanged || this.#newcomers.size > 0;
    this.#newcomers.clear();
    await questions.tell(this.#readers, isAsked);
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
