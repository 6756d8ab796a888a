import type { Logger } from "@toolwright/core";
import { type SqliteStore as Store, StoreError } from "@toolwright/durable";
import type { ChangeEvent } from "@toolwright/view";
import { pendingQuestions, Questions } from "./questions.ts";
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

/** Tells all readers what changed in a store, whichever process did it. Looks at the store only while somebody reads. */
export class ChangeFeed {
  readonly #store: Store;
  readonly #logger: Logger;
  readonly #readers = new Set<Subscriber>();
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
    reader.push(QUESTIONS, pendingQuestions(this.#store));
    if (this.#isClosed) {
      reader.end();
      return reader;
    }
    this.#readers.add(reader);
    if (!this.#isLooking) void this.#look();
    return reader;
  }

  leave(reader: Subscriber): void {
    this.#readers.delete(reader);
    reader.end();
    if (this.#readers.size === 0) this.#wait.abort();
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of [...this.#readers]) this.leave(reader);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      await this.#watch();
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== "closed") {
        this.#logger.error("Changes could not be read", { error });
      }
      for (const reader of [...this.#readers]) this.leave(reader);
    } finally {
      this.#isLooking = false;
    }
  }

  async #watch(): Promise<void> {
    const threads = new ThreadWatch(this.#store);
    const questions = new Questions(this.#store);
    while (this.#readers.size > 0) {
      const { events, isWhole, hasChanged, againInMs = LOOK_MS } = threads.look();
      if (!isWhole) this.#tell("reset", { event: "reset", data: {} });
      for (const event of events) this.#tell(event.data.id, { event: "thread", data: event.data });
      const asked = questions.look(hasChanged);
      if (asked !== undefined) this.#tell(QUESTIONS, asked);
      await this.#changed(againInMs);
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  }

  #tell(key: string, event: ChangeEvent): void {
    for (const reader of this.#readers) reader.push(key, event);
  }

  async #changed(withinMs: number): Promise<void> {
    this.#wait = new AbortController();
    const timer = setTimeout(() => this.#wait.abort(), withinMs);
    try {
      await this.#store.changes.wait(this.#wait.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}
