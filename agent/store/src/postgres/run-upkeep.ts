import type { Conversation } from "@toolwright/core";
import { Upkeep } from "../rules/upkeep.ts";
import type { Database } from "./database/database.ts";
import { type KeepHistory, keepHistory } from "./journal/kept-history.ts";
import { indexThread, threadsBehind } from "./search/index-said.ts";

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
  ended(thread: number, conversation: Conversation): void {
    this.#upkeep.add(`history ${thread}`, async () => {
      await keepHistory(this.#database, { conversation, ...this.#limits });
      return false;
    });
    this.#behind.add(thread);
    this.#upkeep.add("index", () => this.#index(conversation.channel));
  }

  close(): void {
    this.#upkeep.close();
  }

  async #index(channel: string): Promise<boolean> {
    if (!this.#channels.has(channel)) {
      this.#channels.add(channel);
      for (const thread of await threadsBehind(this.#database, channel)) this.#behind.add(thread);
    }
    const [thread] = this.#behind;
    if (thread === undefined) return false;
    this.#behind.delete(thread);
    if (await indexThread(this.#database, thread)) this.#behind.add(thread);
    return this.#behind.size > 0;
  }
}
