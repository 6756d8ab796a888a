import { appendTo } from "./append-to.ts";
import { DeliveryLine, Place } from "./delivery-line.ts";
import { type EventData, type EventOf, type EventType, isLive, type JournalEvent } from "./event.ts";
import { noteSize } from "./event-size.ts";
import { followEvents } from "./follow-events.ts";
import type { Journal } from "./journal.ts";
import { ListenerSet } from "./listener-set.ts";
import { ReplayBuffer } from "./replay-buffer.ts";
import { type ActivityStreamOptions, checkListener, checkStream, type FollowRange } from "./stream-options.ts";

/** What an event is about. */
export interface EventAbout {
  /** Default: a fresh one. */
  readonly id?: string | undefined;
  /** Default: the stream's own. */
  readonly runId?: string | undefined;
  readonly parentId?: string | undefined;
  /** Bytes of the payload, roughly. Default: it is measured. */
  readonly bytes?: number | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly time?: number | undefined;
  /** Told to listeners and late readers, and not stored. Default: as its type says, see `isLive`. */
  readonly live?: boolean | undefined;
  /**
   * Nobody waits for this event where the journal keeps the order: once a later one is stored, so is this. Default
   * false.
   */
  readonly behind?: boolean | undefined;
}

/** State shared by a stream and the streams scoped under it. */
interface Shared {
  readonly journal: Journal | undefined;
  readonly joinsOutput: boolean;
  readonly replay: ReplayBuffer;
  readonly followers: Set<() => void>;
  seq: number;
  synced: Promise<void> | undefined;
  /** What was emitted and not delivered yet. */
  readonly line: DeliveryLine;
}

/** Where a stream belongs that has its numbering from another one. */
export interface StreamScope {
  readonly shared: Shared;
  readonly parentId: string;
}

/** Stamps an event, stores it, then tells the listeners; always in `seq` order. */
export class ActivityStream {
  readonly #listeners = new ListenerSet();
  readonly #subscribers = new ListenerSet();
  readonly #shared: Shared;
  readonly #parentId: string | undefined;

  /** Throws a `TypeError` for what is no journal, and for an option that does not exist or cannot be. */
  constructor(journal?: Journal, options: ActivityStreamOptions = {}, scope?: StreamScope) {
    if (scope === undefined) checkStream(journal, options);
    this.#parentId = scope?.parentId;
    this.#shared = scope?.shared ?? {
      journal,
      joinsOutput: options.joinOutput ?? true,
      replay: new ReplayBuffer(options.replay),
      followers: new Set(),
      seq: 0,
      synced: undefined,
      line: new DeliveryLine(),
    };
  }

  /** The number of the newest event. */
  get seq(): number {
    return this.#shared.seq;
  }

  /** The journal behind this stream, where there is one. */
  get journal(): Journal | undefined {
    return this.#shared.journal;
  }

  /** Whether pieces of a running call's output are joined before they are published. */
  get joinsOutput(): boolean {
    return this.#shared.joinsOutput;
  }

  /** Why an event could not be stored. Once set, no run on this stream goes on. */
  get failure(): unknown {
    return this.#shared.line.failure;
  }

  /** Continues the numbering of a journal that already holds events. Reads it once; cheap ever after. */
  sync(): Promise<void> | undefined {
    const shared = this.#shared;
    if (shared.journal === undefined || shared.seq > 0) return undefined;
    if (shared.synced !== undefined) return shared.synced;
    const last = lastSeq(shared.journal);
    if (typeof last === "number") {
      shared.seq = last;
      return undefined;
    }
    shared.synced = last.then(
      (seq) => {
        shared.seq = Math.max(shared.seq, seq);
      },
      (error: unknown) => {
        shared.synced = undefined;
        throw error;
      },
    );
    return shared.synced;
  }

  /**
   * Publishes one event. Returns a promise where the journal does; it rejects when the event could not be stored,
   * and then no listener hears of it.
   */
  emit<T extends EventType>(type: T, data: EventData[T], about: EventAbout = {}): void | Promise<void> {
    const event = asJournalEvent(this.#stamp(type, data, about));
    if (about.bytes !== undefined) noteSize(event, about.bytes);
    const { journal, line } = this.#shared;
    const target = (about.live ?? isLive(type)) ? undefined : journal;
    const keepsOrder = target === undefined || target.keepsOrder === true;
    const stored = target && (keepsOrder || line.isEmpty) ? this.#append(target, event) : undefined;
    if (line.isEmpty && stored === undefined) return this.#deliver(event);
    const place = new Place(event, this.#deliver);
    if (!keepsOrder && stored === undefined) place.journal = target;
    // Who does not wait for it hears of a failure with what it waits for next.
    const settled = about.behind === true && keepsOrder ? undefined : place.settled();
    line.add(place, stored);
    return settled;
  }

  /**
   * Undefined when no event waits to be stored, also after a failure. Else a promise that settles when the fate of all
   * that wait is known; it rejects with `failure` where there is one, however old.
   */
  stored(): Promise<void> | undefined {
    return this.#shared.line.stored();
  }

  /** Calls `listener` with every later event of `type` (`"*"`: all). Returns the function that ends it. */
  subscribe<T extends EventType | "*">(
    type: T,
    listener: (event: T extends EventType ? EventOf<T> : JournalEvent) => void,
  ): () => void {
    checkListener("subscribe", type, listener);
    return this.#subscribers.add(type, listener);
  }

  /**
   * As {@link subscribe}, and the events are those that are stored: for what works with them, and does not show them.
   */
  listen<T extends EventType | "*">(
    type: T,
    listener: (event: T extends EventType ? EventOf<T> : JournalEvent) => void,
  ): () => void {
    checkListener("listen", type, listener);
    return this.#listeners.add(type, listener);
  }

  /** A stream with listeners of its own that stamps `parentId`; numbering, journal and replay are shared. */
  createScoped(parentId: string): ActivityStream {
    return this.scoped({ shared: this.#shared, parentId });
  }

  /** What subscribers are told of an event; undefined for nothing. */
  protected shown(event: JournalEvent): { readonly type: EventType } | undefined {
    return event;
  }

  /** A stream of this class in the given scope. */
  protected scoped(scope: StreamScope): ActivityStream {
    return new ActivityStream(undefined, {}, scope);
  }

  /** The newest events, as far as the replay buffer reaches. */
  recent(): readonly JournalEvent[] {
    return this.#shared.replay.all();
  }

  /**
   * Every event after `after`, then the ones to come, until `signal` is aborted, or `until` has resolved and all is
   * read. A reader that falls behind the replay buffer loses live events only: stored ones come from the journal.
   * Reading it throws a `TypeError` for an option that does not exist or cannot be.
   */
  follow(options: FollowRange = {}): AsyncGenerator<JournalEvent> {
    return eachOf(this.followBatches(options));
  }

  /** As {@link follow}, and what is there at once comes together: a reader of a busy stream waits less often. */
  followBatches(options: FollowRange = {}): AsyncIterable<readonly JournalEvent[]> {
    const { after = this.#shared.seq, signal, until, gather } = options;
    return followEvents({ ...this.#shared, after, signal, until, gather, asked: options });
  }

  #stamp<T extends EventType>(type: T, data: EventData[T], about: EventAbout): EventOf<T> {
    const seq = (this.#shared.seq += 1);
    const parentId = about.parentId ?? this.#parentId;
    const { id = `e${seq}`, runId = "", time = Date.now() } = about;
    return parentId === undefined
      ? { id, seq, time, runId, type, data }
      : { id, seq, time, runId, type, data, parentId };
  }

  #append(journal: Journal, event: JournalEvent): Promise<void> | undefined {
    try {
      return appendTo(journal, event);
    } catch (error) {
      this.#shared.line.failure ??= error;
      throw error;
    }
  }

  readonly #deliver = (event: JournalEvent): void => {
    this.#shared.replay.add(event);
    this.#listeners.tell(event);
    const shown = this.#subscribers.size > 0 ? this.shown(event) : undefined;
    if (shown !== undefined) this.#subscribers.tell(shown);
    if (this.#shared.followers.size > 0) for (const wake of this.#shared.followers) wake();
  };
}

/** The one place where the type of an event and of its payload are joined: `emit` checked them together. */
function asJournalEvent(event: EventOf<EventType>): JournalEvent {
  return event as JournalEvent;
}

async function* eachOf(batches: AsyncIterable<readonly JournalEvent[]>): AsyncGenerator<JournalEvent> {
  for await (const batch of batches) for (const event of batch) yield event;
}

function lastSeq(journal: Journal): number | Promise<number> {
  try {
    return journal.lastSeq?.() ?? lastOfAll(journal);
  } catch (error) {
    return Promise.reject(error);
  }
}

async function lastOfAll(journal: Journal): Promise<number> {
  let seq = 0;
  for await (const event of journal.read()) seq = event.seq;
  return seq;
}
