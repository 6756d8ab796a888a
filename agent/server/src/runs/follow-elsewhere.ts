import type { Conversation, JournalEvent } from "@toolwright/core";
import type { LiveChannel, Store } from "@toolwright/store";

/** From where to follow, and how long. */
export interface FollowRange {
  readonly after: number;
  readonly signal: AbortSignal;
  /** Milliseconds for which an event waits for those with a lower number, which come on another way. Default 50. */
  readonly holdMs?: number;
}

/** Live events that wait for a slow reader; the oldest go first. */
const MAX_WAITING = 2_000;
/** Stored events that are read ahead: together they wait for what may lie between them, not one after the other. */
const MAX_AHEAD = 64;

/**
 * The events of a conversation that another process works on: what is stored, with what is live where the store carries
 * it.
 */
export function followElsewhere(
  store: Store,
  conversation: Conversation,
  range: FollowRange,
): AsyncIterable<readonly JournalEvent[]> {
  const { live } = store;
  const stored = store.journal(conversation);
  if (live === undefined) return inBatches(stored.follow(range));
  return new Merged({ stored, live, conversation, range }).batches();
}

async function* inBatches(events: AsyncIterable<JournalEvent>): AsyncGenerator<readonly JournalEvent[]> {
  for await (const event of events) yield [event];
}

interface MergedOptions {
  readonly stored: ReturnType<Store["journal"]>;
  readonly live: LiveChannel;
  readonly conversation: Conversation;
  readonly range: FollowRange;
}

/** An event that is at hand, and when it came, in milliseconds on a monotonic clock. */
interface Held {
  readonly event: JournalEvent;
  readonly at: number;
}

/** Two ways on which events come, in one order: by `seq`, as far as they come in time. */
class Merged {
  readonly #options: MergedOptions;
  readonly #holdMs: number;
  readonly #waiting: Held[] = [];
  readonly #stored: Held[] = [];
  #cursor: number;
  /** What was stored before this reader came: live events before it are gone. */
  #tail = 0;
  /** The newest live event that was heard: those before it that are missing were lost. */
  #heard = 0;
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;
  #wake = (): void => undefined;
  #taken = (): void => undefined;

  constructor(options: MergedOptions) {
    this.#options = options;
    this.#cursor = options.range.after;
    this.#holdMs = options.range.holdMs ?? 50;
  }

  /** What may go out together goes together. */
  async *batches(): AsyncGenerator<readonly JournalEvent[]> {
    const { live, stored, conversation } = this.#options;
    const leave = await live.subscribe(conversation, (event) => this.#hear(event));
    try {
      this.#tail = await stored.lastSeq();
      void this.#read();
      for (;;) {
        const batch = this.#batch();
        if (batch.length > 0) yield batch;
        else if (this.#isOver) break;
        else await this.#woken();
      }
      if (this.#failure !== undefined) throw this.#failure.error;
    } finally {
      leave();
      this.#isOver = true;
      this.#taken();
    }
  }

  #hear(event: JournalEvent): void {
    this.#heard = event.seq;
    const later = this.#waiting.findLastIndex((held) => held.event.seq < event.seq) + 1;
    this.#waiting.splice(later, 0, { event, at: performance.now() });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#wake();
  }

  async #read(): Promise<void> {
    try {
      for await (const event of this.#options.stored.follow(this.#options.range)) {
        if (this.#isOver) return;
        this.#stored.push({ event, at: performance.now() });
        this.#wake();
        if (this.#stored.length >= MAX_AHEAD)
          await new Promise<void>((resolve) => {
            this.#taken = resolve;
          });
        if (this.#isOver) return;
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#isOver = true;
    this.#wake();
  }

  #batch(): JournalEvent[] {
    const now = performance.now();
    const batch: JournalEvent[] = [];
    for (let next = this.#next(now); next !== undefined && batch.length < MAX_AHEAD; next = this.#next(now))
      batch.push(this.#take(next));
    return batch;
  }

  /** What may go out now: nothing, while something with a lower number may still come. */
  #next(now: number): Held | undefined {
    while ((this.#waiting[0]?.event.seq ?? Number.POSITIVE_INFINITY) <= this.#cursor) this.#waiting.shift();
    const [live] = this.#waiting;
    const [stored] = this.#stored;
    const first = stored === undefined || (live !== undefined && live.event.seq < stored.event.seq) ? live : stored;
    if (first === undefined) return undefined;
    const { seq } = first.event;
    // Each way keeps its order: what comes later on the other one says that nothing lower is still to come.
    const isPassed = first === stored ? this.#heard > seq : stored !== undefined;
    const isNext = isPassed || seq <= Math.max(this.#cursor + 1, this.#tail);
    return isNext || this.#isOver || now - first.at >= this.#holdMs ? first : undefined;
  }

  #take(next: Held): JournalEvent {
    this.#cursor = next.event.seq;
    if (next === this.#stored[0]) {
      this.#stored.shift();
      this.#taken();
    } else this.#waiting.shift();
    return next.event;
  }

  /** Until something comes, or what is held need not wait any longer. */
  async #woken(): Promise<void> {
    const isHolding = this.#stored.length > 0 || this.#waiting.length > 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (isHolding) timer = setTimeout(resolve, this.#holdMs);
    });
    clearTimeout(timer);
  }
}
