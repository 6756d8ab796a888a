import { randomUUID } from "node:crypto";
import {
  ActivityStream,
  type Conversation,
  type JournalEvent,
  type LlmCompletionResult,
  type Message,
  type ModelPort,
  type OutputCache,
  providerHistory,
  type Secret,
  type Usage,
} from "@toolwright/core";
import { titleByModel, titleOf } from "@toolwright/core/internal";
import type { Approvals, Lease, Store, Thread } from "@toolwright/store";
import type { ToolsSet } from "@toolwright/workspace";
import { keepToolsSet, keptToolsSet } from "../setup/kept-tools-set.ts";
import { UsageError } from "../usage-error.ts";
import { RunStatus } from "../view/run-status.ts";
import { KeptJournal } from "./kept-journal.ts";
import { KeptQueue, takeUnheard } from "./kept-queue.ts";

/** The channel of `serve`'s page: what was said in a terminal goes on there, and the other way round. */
export const CHANNEL = "web";

/** What a conversation is opened from. */
export interface KeptConversationOptions {
  readonly store: Store;
  /** Masked in its title. */
  readonly secrets: readonly Secret[];
  /** The one to go on with. Left out: a new one, which is stored at its first message. */
  readonly thread?: Thread | undefined;
  /** The names of the small set that the folder has now. Left out: none. */
  readonly smallSet?: readonly string[];
}

/** A conversation that is kept on disk, and worked on by this command alone as long as it is open. */
export class KeptConversation {
  #conversation: Conversation;
  readonly activity: ActivityStream;
  /** What was said before; undefined in a new one. */
  readonly history: readonly Message[] | undefined;
  /** Tokens of the last request and its answer; 0 where nobody has counted them. */
  contextTokens: number;
  /** The standard tools that it has: kept with it at its next message. Undefined where nothing tells of a set yet. */
  toolsSet: ToolsSet | undefined;
  /** A run was left open when its process died. */
  readonly isInterrupted: boolean;
  /** Somebody has asked that run to stop: it is only ended. */
  isToStop = false;
  readonly #options: KeptConversationOptions;
  readonly #journal: KeptJournal;
  #isUntitled = false;
  /** What it was named after just now. */
  #first: Message | undefined;
  readonly #closing = new AbortController();
  #isClosed = false;
  #title: string;
  #lease: Lease | undefined;

  private constructor(options: KeptConversationOptions, lastRun: readonly JournalEvent[], toolsSet?: ToolsSet) {
    this.#options = options;
    this.toolsSet = toolsSet;
    this.#conversation = options.thread?.conversation ?? { channel: CHANNEL, chatId: randomUUID() };
    this.history = lastRun.length === 0 ? undefined : providerHistory(lastRun);
    this.contextTokens = contextTokensOf(lastRun);
    this.#title = options.thread?.title ?? "";
    this.isInterrupted = options.thread !== undefined && options.thread.status !== "idle";
    this.#journal = new KeptJournal(options.store, this.conversation);
    this.activity = new ActivityStream(this.#journal);
  }

  /** Throws a `UsageError` where another process works on it. */
  static async open(options: KeptConversationOptions): Promise<KeptConversation> {
    const { store, thread, smallSet = [] } = options;
    if (thread === undefined) return new KeptConversation(options, []);
    const lastRun = await lastRunOf(store, thread.conversation);
    const toolsSet = await keptToolsSet(store, thread.conversation, smallSet);
    const opened = new KeptConversation(options, lastRun, toolsSet);
    await opened.#hold();
    const { isToStop } = await import("@toolwright/store/turn");
    opened.isToStop = opened.isInterrupted && (await isToStop(store, thread.conversation));
    return opened;
  }

  /** Another one once it was taken back. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  /** Where its questions stand, with those of the page. */
  get approvals(): Approvals {
    return this.#options.store.approvals;
  }

  /** What it is called; empty before its first message. */
  get title(): string {
    return this.#title;
  }

  /** Stores a new conversation, under the first line of what is said, and its set of tools where that is another. */
  async begin(message: string): Promise<void> {
    await this.#create(message);
    if (this.toolsSet !== undefined) await keepToolsSet(this.#options.store, this.conversation, this.toolsSet);
  }

  /** Nothing happens the next time. */
  async #create(message: string): Promise<void> {
    if (this.#lease !== undefined && !this.#isUntitled) return;
    const { store, secrets } = this.#options;
    const title = titleOf({ role: "user", content: message }, secrets);
    if (this.#isUntitled) await store.threads.rename(this.conversation, title);
    else await store.threads.create({ ...this.conversation, title });
    this.#isUntitled = false;
    this.#title = title;
    this.#first = { role: "user", content: message };
    if (this.#lease === undefined) await this.#hold();
  }

  /**
   * Names it by a model where it was named after its first words just now, and nobody has named it since. Gives what
   * the model used for that. Never rejects.
   */
  async nameByModel(model: ModelPort, answer: string): Promise<Usage | undefined> {
    const message = this.#first;
    this.#first = undefined;
    if (message === undefined) return undefined;
    const { store, secrets } = this.#options;
    const { conversation } = this;
    const named = this.#title;
    let used: Usage | undefined;
    const observe = () => ({
      ended: ({ usage }: LlmCompletionResult) => {
        used = usage;
      },
    });
    const title = await titleByModel({ model, message, answer, secrets, observe, signal: this.#closing.signal });
    if (this.#isClosed) return used;
    try {
      if (used !== undefined) await store.threads.addUsage(conversation, used);
      const isOpen = this.conversation === conversation;
      if (title === undefined || !isOpen || (await store.threads.get(conversation))?.title !== named) return used;
      await store.threads.rename(conversation, title);
      this.#title = title;
    } catch {
      // It keeps its first words.
    }
    return used;
  }

  /** Goes on in a fork from before a run. What was said from there on stays where it is. */
  async goBack(runId: string): Promise<void> {
    const fork = await this.#options.store.threads.fork({ from: this.conversation, before: runId });
    if (fork === undefined) return;
    await this.#lease?.release();
    this.#conversation = fork.conversation;
    this.#isUntitled = fork.title === "";
    this.#title = fork.title;
    this.contextTokens = contextTokensOf(await lastRunOf(this.#options.store, fork.conversation));
    await this.#hold();
  }

  /** Where what is said to its next run waits. */
  queue(): KeptQueue {
    const { store, secrets } = this.#options;
    return new KeptQueue({ steers: store.steers, conversation: this.conversation, secrets });
  }

  /** Takes out what no run has heard. What waits for one that was left open stays, because that run goes on. */
  async takeUnheard(): Promise<readonly string[]> {
    const { steers } = this.#options.store;
    const { conversation, isInterrupted } = this;
    return takeUnheard({ steers, conversation }, ({ state }) => !isInterrupted || state === "unsent");
  }

  /** What all of its runs have used. */
  async usage(): Promise<Usage | undefined> {
    return this.#lease === undefined ? undefined : this.#options.store.threads.usage(this.conversation);
  }

  /** All of it as a file, as the page writes it. */
  async written(format: "markdown" | "json" | "html", outputs: OutputCache): Promise<AsyncIterable<string>> {
    const { store } = this.#options;
    const thread = await store.threads.get(this.conversation);
    if (thread === undefined) throw new UsageError("This conversation is not there any more.");
    const { threadDocument } = await import("@toolwright/server");
    return threadDocument({ store, thread, format, outputs });
  }

  /** Another process may go on with it. Once is enough. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closing.abort();
    await this.#lease?.release();
    await this.#options.store.close();
  }

  async #hold(): Promise<void> {
    this.#lease = await this.#options.store.leases.acquire(this.conversation);
    if (this.#lease === undefined) throw new UsageError(await whyHeld(this.#options.store, this.conversation));
    this.#journal.open(this.conversation, this.#lease);
    await this.activity.sync();
  }
}

const QUARANTINED = "The run of this conversation is quarantined, because a call of it ended three processes";

/** Why nobody gets its lease now, and what to do. */
async function whyHeld({ threads }: Store, conversation: Conversation): Promise<string> {
  const { status, retryAt } = (await threads.get(conversation)) ?? {};
  const id = conversation.chatId.slice(0, 8);
  if (status === "quarantined")
    return `${QUARANTINED}: \`toolwright threads retry ${id}\` tries it again, \`toolwright threads stop ${id}\` ends it.`;
  if (retryAt !== undefined) return "A call of its run has ended two processes: it can be tried again in some seconds.";
  return "This conversation is at work in another process: leave it there, or begin a new one.";
}

async function lastRunOf(store: Store, conversation: Conversation): Promise<readonly JournalEvent[]> {
  const events: JournalEvent[] = [];
  for await (const event of store.journal(conversation).lastRun()) events.push(event);
  return events;
}

function contextTokensOf(events: readonly JournalEvent[]): number {
  const status = new RunStatus();
  for (const event of events) status.add(event);
  return status.contextTokens;
}
