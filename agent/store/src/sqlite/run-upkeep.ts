import { Upkeep } from "../rules/upkeep.ts";
import type { Database } from "./database/database.ts";
import { type KeepHistory, keepHistory } from "./journal/kept-history.ts";
import { indexSome, threadsBehind } from "./search/index-said.ts";

/** Threads that are looked at in one piece. */
const AT_ONCE = 64;

/** What follows the end of a run: its texts are found by a search, and a long history is kept for the next run. */
export class RunUpkeep {
  readonly #database: Database;
  readonly #limits: Pick<KeepHistory, "conversationBytes">;
  readonly #upkeep = new Upkeep();
  /** Those of which the index does not have all texts. */
  readonly #behind = new Set<number>();
  /** Channels of which what an earlier process left behind is among them. */
  readonly #channels = new Set<string>();

  constructor(database: Database, limits: Pick<KeepHistory, "conversationBytes">) {
    this.#database = database;
    this.#limits = limits;
  }

  /** A run of this thread is over. */
  ended(thread: number, channel: string): void {
    this.#upkeep.add(`history ${thread}`, async () => {
      await keepHistory(this.#database, { thread, ...this.#limits });
      return false;
    });
    this.#behind.add(thread);
    this.#upkeep.add("index", async () => this.#index(channel));
  }

  close(): void {
    this.#upkeep.close();
  }

  #index(channel: string): boolean {
    if (!this.#channels.has(channel)) {
      this.#channels.add(channel);
      for (const thread of threadsBehind(this.#database, channel)) this.#behind.add(thread);
    }
    const threads: number[] = [];
    for (const thread of this.#behind) {
      if (threads.length === AT_ONCE) break;
      threads.push(thread);
      this.#behind.delete(thread);
    }
    let left: readonly number[] = threads;
    const isDone = this.#database.whenFree(() => {
      left = indexSome(this.#database, threads, false);
    });
    for (const thread of left) this.#behind.add(thread);
    return isDone && this.#behind.size > 0;
  }
}
