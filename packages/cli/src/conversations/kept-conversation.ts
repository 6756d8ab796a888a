import { randomUUID } from "node:crypto";
import { ActivityStream, type Conversation, type JournalEvent, type Message, providerHistory } from "@toolwright/core";
import { titleOf } from "@toolwright/core/internal";
import type { Secret } from "@toolwright/core/types";
import type { Lease, Store, Thread } from "@toolwright/durable";
import { UsageError } from "../usage-error.ts";
import { KeptJournal } from "./kept-journal.ts";

/** The channel of `serve`'s page: what was said in a terminal goes on there, and the other way round. */
export const CHANNEL = "web";

/** What a conversation is opened from. */
export interface KeptConversationOptions {
  readonly store: Store;
  /** Masked in its title. */
  readonly secrets: readonly Secret[];
  /** The one to go on with. Left out: a new one, which is stored at its first message. */
  readonly thread?: Thread | undefined;
}

/** A conversation that is kept on disk, and worked on by this command alone as long as it is open. */
export class KeptConversation {
  #conversation: Conversation;
  readonly activity: ActivityStream;
  /** What was said before; undefined in a new one. */
  readonly history: readonly Message[] | undefined;
  /** A run was left open when its process died. */
  readonly isInterrupted: boolean;
  readonly #options: KeptConversationOptions;
  readonly #journal: KeptJournal;
  #isUntitled = false;
  #lease: Lease | undefined;

  private constructor(options: KeptConversationOptions, history: readonly Message[] | undefined) {
    this.#options = options;
    this.#conversation = options.thread?.conversation ?? { channel: CHANNEL, chatId: randomUUID() };
    this.history = history;
    this.isInterrupted = options.thread !== undefined && options.thread.status !== "idle";
    this.#journal = new KeptJournal(options.store, this.conversation);
    this.activity = new ActivityStream(this.#journal);
  }

  /** Throws a `UsageError` where another process works on it. */
  static async open(options: KeptConversationOptions): Promise<KeptConversation> {
    const { store, thread } = options;
    if (thread === undefined) return new KeptConversation(options, undefined);
    const events: JournalEvent[] = [];
    for await (const event of store.journal(thread.conversation).lastRun()) events.push(event);
    const opened = new KeptConversation(options, events.length === 0 ? undefined : providerHistory(events));
    await opened.#hold();
    return opened;
  }

  /** Another one once it was taken back. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  /** Stores a new conversation, under the first line of what is said. Nothing happens the next time. */
  async begin(message: string): Promise<void> {
    if (this.#lease !== undefined && !this.#isUntitled) return;
    const { store, secrets } = this.#options;
    const title = titleOf({ role: "user", content: message }, secrets);
    if (this.#isUntitled) await store.threads.rename(this.conversation, title);
    else await store.threads.create({ ...this.conversation, title });
    this.#isUntitled = false;
    if (this.#lease === undefined) await this.#hold();
  }

  /** Goes on in a fork from before a run. What was said from there on stays where it is. */
  async goBack(runId: string): Promise<void> {
    const fork = await this.#options.store.threads.fork({ from: this.conversation, before: runId });
    if (fork === undefined) return;
    await this.#lease?.release();
    this.#conversation = fork.conversation;
    this.#isUntitled = fork.title === "";
    await this.#hold();
  }

  /** Another process may go on with it. */
  async close(): Promise<void> {
    await this.#lease?.release();
    await this.#options.store.close();
  }

  async #hold(): Promise<void> {
    this.#lease = await this.#options.store.leases.acquire(this.conversation);
    if (this.#lease === undefined)
      throw new UsageError("This conversation is at work in another process: leave it there, or begin a new one.");
    this.#journal.open(this.conversation, this.#lease);
    await this.activity.sync();
  }
}
