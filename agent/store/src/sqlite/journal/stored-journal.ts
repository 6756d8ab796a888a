import type { Conversation, JournalEvent, Message } from "@toolwright/core";
import type {
  ExcerptEvent,
  ExcerptRange,
  FollowOptions,
  JournalOptions,
  RunRange,
  StoredJournal,
  StoredRun,
} from "../../port/journal.ts";
import type { Lease } from "../../port/leases.ts";
import { checkRange, conversationOf } from "../../rules/check-ranges.ts";
import { followJournal } from "../../rules/journal/follow-journal.ts";
import { JournalEnd } from "../../rules/journal/journal-end.ts";
import { historyOf } from "../../rules/journal/kept-history.ts";
import type { OwnLeases } from "../../rules/journal/own-leases.ts";
import { messageHash, type PreparedEvent, prepareEvent } from "../../rules/journal/prepare-event.ts";
import { type EventRange, eventIn, MAX_SAID } from "../../rules/journal/stored-event.ts";
import { damaged, numberOf, optionalText, type Row, storedJson, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";
import type { StoreCore } from "../store-core.ts";
import { readKeptHistory } from "./kept-history.ts";
import { type JournalPlace, NextAppend } from "./next-append.ts";
import { readEvents, readRows } from "./read-events.ts";
import { listRuns } from "./stored-run.ts";

/** The leases of the store's journals that were given none. */
export interface JournalLeases {
  readonly ownLeases: OwnLeases;
}

/** {@link StoredJournal} in SQLite, asked at once. */
export class SqliteJournal implements StoredJournal {
  readonly keepsOrder = true;
  readonly #store: StoreCore;
  readonly #conversation: Conversation;
  readonly #lease: Lease | undefined;
  readonly #place: JournalPlace;
  readonly #end = new JournalEnd();
  /** Undefined where a lease was given. */
  readonly #ownLeases: OwnLeases | undefined;
  /** It was read, and nothing was written to it yet: a run that is open may be taken up. */
  #mayTakeUp = false;
  /** Known once an event was stored: a thread of the same name that is made later is another one. */
  #thread: number | undefined;
  /** What was given last to the next commit. */
  #next: NextAppend | undefined;

  constructor(store: StoreCore, conversation: Conversation, options: JournalOptions & JournalLeases) {
    const { lease, request, ownLeases } = options;
    this.#store = store;
    this.#conversation = conversationOf(conversation, "store.journal");
    this.#lease = lease;
    if (lease === undefined) this.#ownLeases = ownLeases;
    const { limits, now, onArchived } = store;
    this.#place = { conversation: this.#conversation, request, limits, now, onArchived, chain: this.#end };
  }

  /** Stores an event; it is on disk when this resolves. Rejects with a `StoreError`, and then nothing was stored. */
  async append(event: JournalEvent): Promise<void> {
    const after = this.#end.take(event.seq);
    try {
      const prepared = prepareEvent(event, this.#store.limits);
      this.#ownLeases?.beforeEvent(this.#conversation, event, this.#mayTakeUp);
      this.#mayTakeUp = false;
      this.#thread = await this.#write(prepared, after);
      this.#end.stored(event.seq);
      if (event.type !== "done") return;
      this.#ownLeases?.runEnded(this.#conversation, event.runId);
      this.#store.upkeep.ended(this.#thread, this.#conversation.channel);
    } catch (error) {
      this.#ownLeases?.eventFailed(this.#conversation, event);
      await this.#end.failed();
      throw error;
    }
  }

  async *read(after = 0): AsyncGenerator<JournalEvent> {
    this.#mayTakeUp = true;
    const { id } = this.#state();
    if (id !== undefined) yield* readEvents(this.#store.database, { thread: id, after });
  }

  async *excerpt(range: ExcerptRange = {}): AsyncGenerator<ExcerptEvent> {
    checkRange("journal.excerpt", range);
    const { after = 0 } = range;
    const { id } = this.#state();
    if (id !== undefined) yield* readExcerpt(this.#store.database, { ...range, thread: id, after });
  }

  runs(range: RunRange = {}): StoredRun[] {
    checkRange("journal.runs", range);
    const { id } = this.#state();
    return id === undefined ? [] : listRuns(this.#store.database, id, range);
  }

  lastRun(): AsyncGenerator<JournalEvent> {
    return this.read(this.#state().runSeq - 1);
  }

  async history(): Promise<readonly Message[] | undefined> {
    const { id, lastSeq } = this.#state();
    if (id === undefined || lastSeq === 0) return undefined;
    const kept = readKeptHistory(this.#store.database, id);
    return kept ?? historyOf(this.lastRun());
  }

  lastSeq(): number {
    const { lastSeq } = this.#state();
    this.#end.learn(lastSeq);
    return lastSeq;
  }

  follow(options?: FollowOptions): AsyncGenerator<JournalEvent> {
    const newsAfter = (seq: number) => ({ thread: this.#state().id, events: this.read(seq), isCut: false });
    return followJournal({ watch: () => this.#store.bell.watch(), newsAfter }, options);
  }

  #write(prepared: PreparedEvent, after: number | undefined): Promise<number> {
    const lease = this.#lease ?? this.#ownLeases?.leaseFor(this.#conversation);
    const from = { thread: this.#thread, after, lease };
    if (!this.#next?.takes(prepared, from)) this.#next = new NextAppend(this.#store.database, this.#place, from);
    return this.#next.add(prepared);
  }

  #state(): { readonly id: number | undefined; readonly lastSeq: number; readonly runSeq: number } {
    const { channel, chatId } = this.#conversation;
    const sql = `SELECT id, last_seq, run_seq, (SELECT coalesce(max(seq), 0) FROM events WHERE thread = t.id) AS newest
      FROM threads AS t WHERE channel = ? AND chat_id = ?`;
    const row = this.#store.database.first(sql, channel, chatId);
    if (row === undefined) return { id: undefined, lastSeq: 0, runSeq: 1 };
    const lastSeq = numberOf(row, "last_seq");
    if (lastSeq !== row.newest) throw damaged("a conversation does not end with its last event");
    return { id: numberOf(row, "id"), lastSeq, runSeq: numberOf(row, "run_seq") };
  }
}

/** The events of a range. A run that began with a long history costs no more than one that began with a short one. */
function* readExcerpt(database: Database, range: EventRange): Generator<ExcerptEvent> {
  for (const row of readRows(database, range)) yield excerptOf(database, row);
}

function excerptOf(database: Database, row: Row): ExcerptEvent {
  const event = eventIn(row);
  const size = textOf(row, "body").length;
  const text = optionalText(row, "input");
  if (event.type !== "run_start" || text === undefined) return { event, size };
  const ids: readonly number[] = storedJson(text);
  const { said, characters } = lastSaid(database, ids);
  return {
    event: { ...event, data: { ...event.data, input: said } },
    messages: ids.length,
    size: size + characters,
  };
}

/** The user's messages that nothing follows. */
function lastSaid(database: Database, ids: readonly number[]): { said: readonly Message[]; characters: number } {
  const said: Message[] = [];
  let characters = 0;
  for (const id of ids.slice(-MAX_SAID).reverse()) {
    const row = database.first("SELECT body, hash FROM messages WHERE id = ?", id);
    if (row === undefined) throw damaged("a message that a run began with is missing");
    const body = textOf(row, "body");
    if (row.hash !== messageHash(body)) throw damaged("a message is not the one that was stored");
    const message: Message = storedJson(body);
    if (message.role !== "user") break;
    said.unshift(message);
    characters += body.length;
  }
  return { said, characters };
}
