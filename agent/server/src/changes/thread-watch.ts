import type { Conversation } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { OpenRange, Store, Thread } from "@toolwright/store";
import type { ThreadSummary } from "@toolwright/view";
import type { ThreadChange } from "@toolwright/view/internal";
import { isShown } from "../channels.ts";

/** The threads of one channel, or those of all users. */
export type WatchedThreads = Pick<OpenRange, "channel" | "owned">;

/** What is to be told of a thread, and whose it is. */
interface OwnedChange {
  readonly owner: string | undefined;
  readonly data: ThreadChange;
}

/** What is to be told, and when to look again if nothing happens before. */
export interface Looked {
  readonly events: readonly OwnedChange[];
  /** False when so much changed that not all of it is known. */
  readonly isWhole: boolean;
  /** Something else than the events of runs. */
  readonly hasChanged: boolean;
  /** Milliseconds; left out when nothing is held back. */
  readonly againInMs?: number;
}

interface Told {
  readonly shown: ThreadSummary;
  readonly owner: string | undefined;
  /** Milliseconds on a monotonic clock. */
  readonly at: number;
}

/**
 * Milliseconds between two events that only bring another `seq` of the same thread: 200, and 20 for each thread at
 * work.
 */
const SEQ_MS = 200;
const SEQ_MS_EACH = 20;

/** What is known to have been told of threads: of idle ones this many. */
const MAX_TOLD = 1_000;

/**
 * Compares threads with what was told of them. A thread that only has more events is told of five times a second at
 * most.
 */
export class ThreadWatch {
  readonly #store: Store;
  readonly #watched: WatchedThreads;
  /** By the key of their conversation. */
  readonly #told = new Map<string, Told>();
  #last: number;
  #open: ReadonlyMap<string, Conversation>;
  /** When open threads were looked at last: their runs store events all the time. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  private constructor(options: { store: Store; watched: WatchedThreads; last: number; open: readonly Thread[] }) {
    this.#store = options.store;
    this.#watched = options.watched;
    this.#last = options.last;
    for (const thread of options.open)
      this.#told.set(conversationKey(thread.conversation), { ...toldOf(thread), at: Number.NEGATIVE_INFINITY });
    this.#open = byKey(options.open);
  }

  /** What is there now counts as told. */
  static async begin(store: Store, watched: WatchedThreads): Promise<ThreadWatch> {
    const last = await store.changes.last();
    const open = (await store.threads.open(watched)).filter(({ conversation }) => isShown(conversation.channel));
    return new ThreadWatch({ store, watched, last, open });
  }

  async look(now = performance.now()): Promise<Looked> {
    const { conversations, last, isWhole } = await this.#store.changes.since(this.#last);
    this.#last = last;
    const hasChanged = conversations.length > 0 || !isWhole;
    const wait = this.#lookedAt + SEQ_MS - now;
    if (!hasChanged && wait > 0) return { events: [], isWhole, hasChanged, againInMs: wait };
    this.#lookedAt = now;
    const changed = conversations.filter((conversation) => this.#isWatched(conversation));
    return { ...(await this.#lookAt(changed, now)), isWhole, hasChanged };
  }

  #isWatched({ channel }: Conversation): boolean {
    return isShown(channel) && (this.#watched.channel ?? channel) === channel;
  }

  /** The threads with an open run, those that had one, and those that changed. */
  async #lookAt(changed: readonly Conversation[], now: number): Promise<Pick<Looked, "events" | "againInMs">> {
    const open = (await this.#store.threads.open(this.#watched)).filter(({ conversation }) =>
      this.#isWatched(conversation),
    );
    const isOpen = byKey(open);
    const others = [...this.#open.values(), ...changed].filter(
      (conversation) => !isOpen.has(conversationKey(conversation)),
    );
    const idle = new Map(others.map((conversation) => [conversationKey(conversation), conversation]));
    this.#open = isOpen;
    const due = open.map((thread) => this.#compare(thread, now));
    const told = (await Promise.all([...idle.values()].map((each) => this.#compareIdle(each, now)))).flat();
    const held = due.flatMap((one) => (typeof one === "number" ? [one] : []));
    const events = [...due.flatMap((one) => (typeof one === "object" ? [one] : [])), ...told];
    return held.length === 0 ? { events } : { events, againInMs: Math.max(1, Math.min(...held)) };
  }

  /** An event; the milliseconds until there will be one; or nothing. */
  #compare(thread: Thread, now: number): OwnedChange | number | undefined {
    const { shown, owner } = toldOf(thread);
    const told = this.#told.get(conversationKey(thread.conversation));
    if (told !== undefined && isSame(told.shown, shown)) {
      if (told.shown.seq === shown.seq) return undefined;
      const wait = told.at + Math.max(SEQ_MS, this.#open.size * SEQ_MS_EACH) - now;
      if (wait > 0) return wait;
    }
    this.#remember(thread, now);
    return { owner, data: shown };
  }

  async #compareIdle(conversation: Conversation, now: number): Promise<OwnedChange[]> {
    const thread = await this.#store.threads.get(conversation);
    const told = this.#told.get(conversationKey(conversation));
    if (thread === undefined) {
      this.#told.delete(conversationKey(conversation));
      return [{ owner: told?.owner, data: { id: conversation.chatId, deleted: true } }];
    }
    const { shown, owner } = toldOf(thread);
    if (told !== undefined && isSame(told.shown, shown) && told.shown.seq === shown.seq) return [];
    this.#remember(thread, now);
    return [{ owner, data: shown }];
  }

  #remember(thread: Thread, at: number): void {
    const key = conversationKey(thread.conversation);
    this.#told.delete(key);
    this.#told.set(key, { ...toldOf(thread), at });
    for (const each of this.#told.keys()) {
      if (this.#told.size <= MAX_TOLD + this.#open.size) return;
      if (!this.#open.has(each)) this.#told.delete(each);
    }
  }
}

function toldOf(thread: Thread): Omit<Told, "at"> {
  return { shown: shownThread(thread), owner: thread.owner };
}

function byKey(threads: readonly Thread[]): ReadonlyMap<string, Conversation> {
  return new Map(threads.map(({ conversation }) => [conversationKey(conversation), conversation]));
}

function isSame(one: ThreadSummary, other: ThreadSummary): boolean {
  const isMarkedAlike = one.pinned === other.pinned && one.archived === other.archived;
  return isMarkedAlike && one.title === other.title && one.status === other.status && one.updatedAt === other.updatedAt;
}

/** A thread as it is told of. */
export function shownThread(thread: Thread): ThreadSummary {
  const { conversation, title, createdAt, updatedAt, status, lastSeq, forkedFrom, pinned, archived } = thread;
  const marks = { ...(pinned && { pinned }), ...(archived && { archived }) };
  const shown = { id: conversation.chatId, title, createdAt, updatedAt, status, seq: lastSeq, ...marks };
  if (forkedFrom === undefined) return shown;
  return { ...shown, forkedFrom: { id: forkedFrom.conversation.chatId, seq: forkedFrom.seq } };
}
