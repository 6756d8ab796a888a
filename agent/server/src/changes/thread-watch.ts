import type { Store, Thread } from "@toolwright/store";
import type { ThreadSummary } from "@toolwright/view";
import type { ThreadChange } from "@toolwright/view/internal";
import { WEB } from "../channels.ts";

/** What is to be told, and when to look again if nothing happens before. */
export interface Looked {
  readonly events: readonly { readonly data: ThreadChange }[];
  /** False when so much changed that not all of it is known. */
  readonly isWhole: boolean;
  /** Something else than the events of runs. */
  readonly hasChanged: boolean;
  /** Milliseconds; left out when nothing is held back. */
  readonly againInMs?: number;
}

interface Told {
  readonly shown: ThreadSummary;
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
  readonly #told = new Map<string, Told>();
  #last: number;
  #open: ReadonlySet<string>;
  /** When open threads were looked at last: their runs store events all the time. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  private constructor(store: Store, last: number, open: readonly ThreadSummary[]) {
    this.#store = store;
    this.#last = last;
    for (const shown of open) this.#told.set(shown.id, { shown, at: Number.NEGATIVE_INFINITY });
    this.#open = new Set(open.map(({ id }) => id));
  }

  /** What is there now counts as told. */
  static async begin(store: Store): Promise<ThreadWatch> {
    const last = await store.changes.last();
    const open = await store.threads.open({ channel: WEB });
    return new ThreadWatch(store, last, open.map(shownThread));
  }

  async look(now = performance.now()): Promise<Looked> {
    const { conversations, last, isWhole } = await this.#store.changes.since(this.#last);
    this.#last = last;
    const hasChanged = conversations.length > 0 || !isWhole;
    const wait = this.#lookedAt + SEQ_MS - now;
    if (!hasChanged && wait > 0) return { events: [], isWhole, hasChanged, againInMs: wait };
    this.#lookedAt = now;
    const changed = conversations.filter(({ channel }) => channel === WEB).map(({ chatId }) => chatId);
    return { ...(await this.#lookAt(changed, now)), isWhole, hasChanged };
  }

  /** The threads with an open run, those that had one, and those that changed. */
  async #lookAt(changed: readonly string[], now: number): Promise<Pick<Looked, "events" | "againInMs">> {
    const open = (await this.#store.threads.open({ channel: WEB })).map(shownThread);
    const isOpen = new Set(open.map(({ id }) => id));
    const others = new Set([...changed, ...this.#open].filter((id) => !isOpen.has(id)));
    this.#open = isOpen;
    const due = open.map((shown) => this.#compare(shown, now));
    const told = (await Promise.all([...others].map((id) => this.#compareIdle(id, now)))).flat();
    const held = due.flatMap((one) => (typeof one === "number" ? [one] : []));
    const events = [...due.flatMap((one) => (typeof one === "object" ? [one] : [])), ...told];
    return held.length === 0 ? { events } : { events, againInMs: Math.max(1, Math.min(...held)) };
  }

  /** An event; the milliseconds until there will be one; or nothing. */
  #compare(shown: ThreadSummary, now: number): { readonly data: ThreadSummary } | number | undefined {
    const told = this.#told.get(shown.id);
    if (told !== undefined && isSame(told.shown, shown)) {
      if (told.shown.seq === shown.seq) return undefined;
      const wait = told.at + Math.max(SEQ_MS, this.#open.size * SEQ_MS_EACH) - now;
      if (wait > 0) return wait;
    }
    this.#remember(shown, now);
    return { data: shown };
  }

  async #compareIdle(id: string, now: number): Promise<{ readonly data: ThreadChange }[]> {
    const thread = await this.#store.threads.get({ channel: WEB, chatId: id });
    if (thread === undefined) {
      this.#told.delete(id);
      return [{ data: { id, deleted: true } }];
    }
    const shown = shownThread(thread);
    const told = this.#told.get(id)?.shown;
    if (told !== undefined && isSame(told, shown) && told.seq === shown.seq) return [];
    this.#remember(shown, now);
    return [{ data: shown }];
  }

  #remember(shown: ThreadSummary, at: number): void {
    this.#told.delete(shown.id);
    this.#told.set(shown.id, { shown, at });
    for (const id of this.#told.keys()) {
      if (this.#told.size <= MAX_TOLD + this.#open.size) return;
      if (!this.#open.has(id)) this.#told.delete(id);
    }
  }
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
