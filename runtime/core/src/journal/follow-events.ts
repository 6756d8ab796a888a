import { untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { type CheckedOptions, checkOptions } from "../options/check-options.ts";
import { aFunction, withFunctions } from "../options/option-rules.ts";
import type { JournalEvent } from "./event.ts";
import type { Journal } from "./journal.ts";
import type { ReplayBuffer } from "./replay-buffer.ts";
import type { FollowRange } from "./stream-options.ts";

/** Where to follow from, and what to follow. */
export interface FollowOptions {
  readonly journal: Journal | undefined;
  readonly replay: ReplayBuffer;
  /** Functions called whenever an event was delivered. */
  readonly followers: Set<() => void>;
  readonly after: number;
  readonly signal: AbortSignal | undefined;
  /** Once it has resolved, nothing more is waited for. Never rejects. */
  readonly until: Promise<unknown> | undefined;
  readonly gather: (() => Promise<unknown>) | undefined;
  /** The options as the reader gave them, which are checked. */
  readonly asked: FollowRange;
}

/** Events of a journal that are given together at most. */
const MAX_BATCH = 256;

/** Yields what came after a number, then whatever comes: what is there at once comes together. Nothing is polled. */
export async function* followEvents(options: FollowOptions): AsyncGenerator<readonly JournalEvent[]> {
  checkFollowing(options.asked);
  let cursor = options.after;
  const bell = new Bell(options);
  try {
    while (options.signal?.aborted !== true) {
      const last = bell.over.aborted;
      const kept = options.replay.since(cursor);
      if (kept === undefined) cursor = yield* readSince(options, cursor, bell.over);
      else if (kept.length > 0) {
        yield kept;
        cursor = kept.at(-1)?.seq ?? cursor;
      }
      if (last) return;
      await bell.rung();
    }
  } finally {
    bell.remove();
  }
}

const FOLLOW: CheckedOptions<FollowRange> = {
  of: "The options of follow",
  rules: {
    after: { form: "the number of an event: event.seq", fits: (value) => typeof value === "number" && value >= 0 },
    signal: withFunctions("an AbortSignal, such as controller.signal", "addEventListener"),
    until: withFunctions("a promise", "then"),
    gather: aFunction,
  },
};

/** Throws a `TypeError` for what nobody can follow by: a misspelt `after` would tell everything again. */
function checkFollowing(range: FollowRange): void {
  checkOptions(range, FOLLOW);
}

/**
 * What a reader has missed: from the journal as far as the buffer does not reach. Returns the number of the last event.
 */
async function* readSince(
  { replay, journal }: FollowOptions,
  cursor: number,
  over: AbortSignal,
): AsyncGenerator<readonly JournalEvent[], number> {
  const buffered = replay.all();
  const from = buffered[0]?.seq ?? Number.POSITIVE_INFINITY;
  let batch: JournalEvent[] = [];
  let last = cursor;
  for await (const event of inTime(journal?.read(cursor), over)) {
    if (event.seq >= from) break;
    batch.push(event);
    last = event.seq;
    if (batch.length < MAX_BATCH) continue;
    yield batch;
    batch = [];
  }
  batch.push(...buffered.filter((event) => event.seq > cursor));
  if (batch.length > 0) yield batch;
  return batch.at(-1)?.seq ?? last;
}

/** What a journal gives, as long as it gives anything: a reader is let go where it does not answer. */
async function* inTime(
  events: AsyncIterable<JournalEvent> | undefined,
  over: AbortSignal,
): AsyncGenerator<JournalEvent> {
  const reading = events?.[Symbol.asyncIterator]();
  if (reading === undefined) return;
  let next: IteratorResult<JournalEvent> | undefined;
  try {
    for (;;) {
      next = await untilStopped(reading.next(), over, PATIENCE_MS.reader);
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } finally {
    // One that does not answer is not asked to end either.
    if (next !== undefined && !next.done) await reading.return?.();
  }
}

/** Remembers one ring until somebody waits for it. */
class Bell {
  readonly #options: FollowOptions;
  readonly #ending = new AbortController();
  #missed = false;
  #wake: (() => void) | undefined;
  readonly ring = (): void => {
    this.#missed = true;
    this.#wake?.();
  };

  constructor(options: FollowOptions) {
    this.#options = options;
    options.followers.add(this.ring);
    options.signal?.addEventListener("abort", this.ring);
    void options.until?.then(() => {
      this.#ending.abort();
      this.ring();
    });
  }

  /** Aborted when nothing more is waited for. */
  get over(): AbortSignal {
    return this.#ending.signal;
  }

  async rung(): Promise<void> {
    if (!this.#missed) await new Promise<void>((resolve) => (this.#wake = resolve));
    await this.#options.gather?.();
    this.#missed = false;
    this.#wake = undefined;
  }

  remove(): void {
    this.#options.followers.delete(this.ring);
    this.#options.signal?.removeEventListener("abort", this.ring);
  }
}
