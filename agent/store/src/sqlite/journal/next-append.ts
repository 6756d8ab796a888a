import type { Lease } from "../../port/leases.ts";
import type { PreparedEvent } from "../../rules/journal/prepare-event.ts";
import type { Database } from "../database/database.ts";
import { type Appended, type AppendPlace, appendEvents, noRoom } from "./append-events.ts";

/** What is the same for all events of one journal. */
export interface JournalPlace extends Omit<AppendPlace, "thread" | "after" | "lease" | "now"> {
  /** The time of a commit. */
  readonly now: () => number;
  /** What goes on only after what was queued before it: see `CommitQueue.add`. */
  readonly chain: object;
}

/** The events of one writer that wait for the same commit: they take their places in the conversation at once. */
export class NextAppend {
  readonly #limits: AppendPlace["limits"];
  readonly #lease: Lease | undefined;
  readonly #events: PreparedEvent[] = [];
  readonly #appended: Promise<Appended>;
  #isTaken = false;

  constructor(database: Database, place: JournalPlace, from: Pick<AppendPlace, "thread" | "after" | "lease">) {
    const { thread, after, lease } = from;
    this.#limits = place.limits;
    this.#lease = lease;
    this.#appended = database.queue(() => {
      this.#isTaken = true;
      return appendEvents(database, this.#events, { ...place, thread, after, lease, now: place.now() });
    }, place.chain);
    // Work that a locked database has kept waiting for too long was never begun.
    this.#appended.catch(() => {
      this.#isTaken = true;
    });
  }

  /** Whether this event goes with those that wait, right behind the last of them. */
  takes({ input }: PreparedEvent, { after, lease }: Pick<AppendPlace, "after" | "lease">): boolean {
    const last = this.#events.at(-1);
    const isAlone = input !== undefined || last?.input !== undefined;
    return !this.#isTaken && !isAlone && last?.event.seq === after && this.#lease === lease;
  }

  /** The thread, once the event is stored. Rejects with a `StoreError` where it is not. */
  async add(prepared: PreparedEvent): Promise<number> {
    const place = this.#events.push(prepared);
    const { thread, count } = await this.#appended;
    if (place > count) throw noRoom(this.#limits);
    return thread;
  }
}
