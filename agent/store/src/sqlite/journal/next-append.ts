import type { PreparedEvent } from "../../rules/journal/prepare-event.ts";
import type { Database } from "../database/database.ts";
import { type Appended, type AppendPlace, appendEvents, noRoom } from "./append-events.ts";

/** Where the events of one commit go; the time is that of the commit. */
export interface NextPlace extends Omit<AppendPlace, "now"> {
  readonly now: () => number;
  /** What goes on only after what was queued before it: see `CommitQueue.add`. */
  readonly chain: object;
}

/** The events of one writer that wait for the same commit: they take their places in the conversation at once. */
export class NextAppend {
  readonly #place: NextPlace;
  readonly #events: PreparedEvent[];
  readonly #appended: Promise<Appended>;
  #isTaken = false;

  constructor(database: Database, first: PreparedEvent, place: NextPlace) {
    this.#place = place;
    this.#events = [first];
    this.#appended = database.queue(() => {
      this.#isTaken = true;
      return appendEvents(database, this.#events, { ...place, now: place.now() });
    }, place.chain);
  }

  /** Whether this event goes with those that wait, right behind the last of them. */
  takes({ input }: PreparedEvent, { after, lease }: Pick<AppendPlace, "after" | "lease">): boolean {
    const last = this.#events.at(-1);
    const isAlone = input !== undefined || last?.input !== undefined;
    return !this.#isTaken && !isAlone && last?.event.seq === after && this.#place.lease === lease;
  }

  add(prepared: PreparedEvent): void {
    this.#events.push(prepared);
  }

  /** The thread, once the newest of the events is stored. Rejects with a `StoreError` where it is not. */
  async stored(): Promise<number> {
    const place = this.#events.length;
    const { thread, count } = await this.#appended;
    if (place > count) throw noRoom(this.#place.limits);
    return thread;
  }
}
