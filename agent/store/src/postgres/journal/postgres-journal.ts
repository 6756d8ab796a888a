import type { Conversation, JournalEvent, Message } from "@toolwright/core";
import type {
  ExcerptEvent,
  ExcerptRange,
  FollowOptions,
  JournalOptions,
  RunRange,
  RunRequest,
  StoredJournal,
  StoredRun,
} from "../../port/journal.ts";
import type { Lease } from "../../port/leases.ts";
import { StoreError } from "../../port/store-error.ts";
import { checkRange, conversationOf, listed } from "../../rules/check-ranges.ts";
import { followJournal } from "../../rules/journal/follow-journal.ts";
import { JournalEnd } from "../../rules/journal/journal-end.ts";
import { historyOf } from "../../rules/journal/kept-history.ts";
import type { OwnLeases } from "../../rules/journal/own-leases.ts";
import { prepareEvent } from "../../rules/journal/prepare-event.ts";
import { numberOf, textOf } from "../../rules/rows/row.ts";
import { nameOf } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { readKeptHistory } from "./kept-history.ts";
import { readEvents, readExcerpt, readNews } from "./read-events.ts";
import { refusalOf } from "./refusal.ts";

interface State {
  readonly id: number | undefined;
  readonly lastSeq: number;
}

/** The leases of the store's journals that were given none. */
export interface JournalLeases {
  readonly ownLeases: OwnLeases;
}

/** {@link StoredJournal} in PostgreSQL. */
export class PostgresJournal implements StoredJournal {
  readonly keepsOrder = true;
  readonly #store: StoreCore;
  readonly #conversation: Conversation;
  readonly #lease: Lease | undefined;
  readonly #request: RunRequest | undefined;
  readonly #end = new JournalEnd();
  /** Undefined where a lease was given. */
  readonly #ownLeases: OwnLeases | undefined;
  /** It was read, and nothing was written to it yet: a run that is open may be taken up. */
  #mayTakeUp = false;
  /** Events are stored in the order in which they are given, also while the lease is asked for. */
  #holding: Promise<void> | undefined;
  /** Why the writer does not know where the conversation ends: the run of a lease is another attempt's then. */
  #cut: unknown;
  /** Known once an event was stored: a thread of the same name that is made later is another one. */
  #thread: number | undefined;

  constructor(store: StoreCore, conversation: Conversation, options: JournalOptions & JournalLeases) {
    const { lease, request, ownLeases } = options;
    this.#store = store;
    this.#conversation = conversationOf(conversation, "store.journal");
    this.#lease = lease;
    this.#request = request;
    if (lease === undefined) this.#ownLeases = ownLeases;
  }

  /**
   * Rejects also where the event was stored and somebody else has taken the lease since, or may have: what the event
   * allows must not begin. Under a lease nothing is stored behind an event of which the database did not tell in time:
   * the run would end with that, and another attempt can go on with it.
   */
  async append(event: JournalEvent): Promise<void> {
    const { appends, upkeep, limits, stands } = this.#store;
    if (this.#cut !== undefined) throw this.#cut;
    const after = this.#end.take(event.seq);
    try {
      const prepared = prepareEvent(event, limits);
      await this.#held(event);
      const [lease, request] = [this.#lease ?? this.#ownLeases?.leaseFor(this.#conversation), this.#request];
      const place = { conversation: this.#conversation, thread: this.#thread, after, lease, request };
      this.#thread = await appends.append({ prepared, ...place });
      this.#end.stored(event.seq);
      if (event.type === "done") {
        await this.#ownLeases?.runEnded(this.#conversation, event.runId);
        upkeep.ended(this.#thread, this.#conversation);
      }
      const refused = { seq: event.seq, after, last: undefined, limits };
      if (this.#lease !== undefined && !(await stands(this.#lease))) throw refusalOf("lease_lost", refused);
    } catch (error) {
      if (this.#lease !== undefined && isCutOff(error)) this.#cut = error;
      await this.#ownLeases?.eventFailed(this.#conversation, event);
      await this.#end.failed();
      throw error;
    }
  }

  async *read(after = 0): AsyncGenerator<JournalEvent> {
    this.#mayTakeUp = true;
    const { id } = await this.#state();
    if (id !== undefined) yield* readEvents(this.#store.database, { thread: id, after });
  }

  async *excerpt(range: ExcerptRange = {}): AsyncGenerator<ExcerptEvent> {
    checkRange("journal.excerpt", range);
    const { after = 0 } = range;
    const { id } = await this.#state();
    if (id !== undefined) yield* readExcerpt(this.#store.database, { ...range, thread: id, after });
  }

  async runs(range: RunRange = {}): Promise<StoredRun[]> {
    checkRange("journal.runs", range);
    const { before = Number.MAX_SAFE_INTEGER, limit = 50 } = range;
    const sql = `SELECT run_id, seq FROM runs WHERE thread = (SELECT id FROM threads WHERE channel = $1 AND chat_id = $2)
      AND seq < $3 ORDER BY seq DESC LIMIT $4`;
    const rows = await this.#store.database.all(sql, ...nameOf(this.#conversation), before, listed(limit));
    return rows.map((row) => ({ runId: textOf(row, "run_id"), seq: numberOf(row, "seq") }));
  }

  async *lastRun(): AsyncGenerator<JournalEvent> {
    this.#mayTakeUp = true;
    const { database } = this.#store;
    const { thread, events, isCut } = await readNews(database, this.#conversation);
    let after = 0;
    for await (const event of events) {
      yield event;
      after = event.seq;
    }
    if (isCut && thread !== undefined) yield* readEvents(database, { thread, after });
  }

  async history(): Promise<readonly Message[] | undefined> {
    return (await readKeptHistory(this.#store.database, this.#conversation)) ?? historyOf(this.lastRun());
  }

  async lastSeq(): Promise<number> {
    const { lastSeq } = await this.#state();
    this.#end.learn(lastSeq);
    return lastSeq;
  }

  follow(options?: FollowOptions): AsyncGenerator<JournalEvent> {
    const { database, bell } = this.#store;
    const newsAfter = (seq: number) => readNews(database, this.#conversation, seq);
    return followJournal({ watch: () => bell.watch(this.#conversation), newsAfter }, options);
  }

  #held(event: JournalEvent): Promise<void> | undefined {
    const holding = this.#ownLeases?.beforeEvent(this.#conversation, event, this.#mayTakeUp);
    this.#mayTakeUp = false;
    if (holding instanceof Promise) this.#holding = holding;
    return this.#holding;
  }

  async #state(): Promise<State> {
    const sql = "SELECT id, last_seq FROM threads WHERE channel = $1 AND chat_id = $2";
    const row = await this.#store.database.first(sql, ...nameOf(this.#conversation));
    return row === undefined
      ? { id: undefined, lastSeq: 0 }
      : { id: numberOf(row, "id"), lastSeq: numberOf(row, "last_seq") };
  }
}

/** Whether nothing is wrong with the event: the database did not answer in time. */
function isCutOff(error: unknown): boolean {
  return StoreError.isInstance(error) && (error.code === "unreachable" || error.code === "busy");
}
