import type { EventPage } from "@toolwright/view";
import type { TimelineEvent } from "@toolwright/view/internal";
import type { Answer, Api } from "../server/api.ts";
import { Watchable } from "../thread/watchable.ts";
import type { TimelineRow } from "./timeline-row.ts";
import { timelineRows } from "./timeline-rows.ts";

export interface TimelineState {
  readonly rows: readonly TimelineRow[];
  readonly isLoading: boolean;
  /** Whether there are events before those that are shown. */
  readonly hasEarlier: boolean;
  readonly problem: string | undefined;
}

/** How many numbers a look into the past goes back. Deltas are counted and not stored, so most have no event. */
const WINDOW = 3_000;
/** Events of one request: as many as the server gives. */
const PAGE = 1_000;
/** New rows for which one press on "Earlier events" keeps looking. */
const ENOUGH = 50;

const EMPTY: TimelineState = { rows: [], isLoading: false, hasEarlier: false, problem: undefined };

/** The journal of the thread that is shown: its newest events first, older ones on demand, new ones as they come. */
export class TimelineStore extends Watchable<TimelineState> {
  readonly #api: Api;
  #threadId: string | undefined;
  /** Counts what was opened: an answer to a question of before is not shown. */
  #visit = 0;
  #events: readonly TimelineEvent[] = [];
  /** What is shown begins after this number, and everything up to the other one was asked for. */
  #after = 0;
  #upTo = 0;
  #isBusy = false;
  #wanted = 0;

  constructor(api: Api) {
    super(EMPTY);
    this.#api = api;
  }

  /** Shows a thread; `seq` is the number of its newest event, as far as that is known. */
  open(threadId: string | undefined, seq: number): void {
    this.#threadId = threadId;
    this.#visit += 1;
    this.#events = [];
    this.#after = Math.max(0, seq - WINDOW);
    this.#upTo = this.#after;
    this.#wanted = 0;
    this.#isBusy = false;
    this.change(EMPTY);
    if (threadId !== undefined) this.hear(Math.max(1, seq));
  }

  /** The thread has events up to this number: fetches those that are new. */
  hear(seq: number): void {
    this.#wanted = Math.max(this.#wanted, seq);
    if (!this.#isBusy && this.#wanted > this.#upTo) void this.#while(() => this.#loadNew());
  }

  /** Goes back until there is something to show. */
  async loadEarlier(): Promise<void> {
    if (!this.#isBusy) await this.#while(() => this.#loadOld());
  }

  /** One request after the other: events are put together in order. */
  async #while(work: () => Promise<string | undefined>): Promise<void> {
    const visit = this.#visit;
    this.#isBusy = true;
    this.change({ isLoading: true });
    const problem = await work();
    if (visit !== this.#visit) return;
    this.#isBusy = false;
    this.change({ isLoading: false, hasEarlier: this.#after > 0, problem });
  }

  async #loadNew(): Promise<string | undefined> {
    while (this.#wanted > this.#upTo) {
      const wanted = this.#wanted;
      const page = await this.#page(this.#upTo);
      if (page === "left") return undefined;
      if (!page.ok) return page.error;
      const { events, next } = page.value;
      // Numbers without an event are not waited for.
      this.#upTo = next ?? Math.max(wanted, events.at(-1)?.seq ?? 0);
      this.#show([...this.#events, ...events]);
    }
    return undefined;
  }

  async #loadOld(): Promise<string | undefined> {
    const shown = this.#events.length;
    while (this.#after > 0 && this.#events.length < shown + ENOUGH) {
      const after = Math.max(0, this.#after - WINDOW);
      const found = await this.#between(after, this.#after);
      if (found === "left") return undefined;
      if (typeof found === "string") return found;
      this.#after = after;
      this.#show([...found, ...this.#events]);
    }
    return undefined;
  }

  /** The events after one number and up to another. */
  async #between(after: number, upTo: number): Promise<readonly TimelineEvent[] | string> {
    const found: TimelineEvent[] = [];
    for (let place: number | undefined = after; place !== undefined && place < upTo; ) {
      const page: Answer<EventPage> | "left" = await this.#page(place);
      if (page === "left") return page;
      if (!page.ok) return page.error;
      found.push(...page.value.events.filter(({ seq }) => seq <= upTo));
      place = page.value.next;
    }
    return found;
  }

  /** `left` when another thread is shown by now. */
  async #page(after: number): Promise<Answer<EventPage> | "left"> {
    const visit = this.#visit;
    const path = `/api/threads/${encodeURIComponent(this.#threadId ?? "")}/events?after=${after}&limit=${PAGE}`;
    const page = await this.#api.get<EventPage>(path);
    return visit === this.#visit ? page : "left";
  }

  #show(events: readonly TimelineEvent[]): void {
    this.#events = events;
    this.change({ rows: timelineRows(events) });
  }
}
