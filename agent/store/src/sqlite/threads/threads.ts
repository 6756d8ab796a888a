import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Conversation, JsonObject, Usage } from "@toolwright/core";
import { StoreError } from "../../port/store-error.ts";
import type {
  BegunRange,
  ForkOptions,
  FoundThreads,
  OpenRange,
  RequestedRun,
  RequestRange,
  Thread,
  ThreadMarks,
  ThreadOptions,
  ThreadPage,
  ThreadRange,
  ThreadSearch,
  Threads,
  TrimRange,
} from "../../port/threads.ts";
import { checkFork, checkRange } from "../../rules/check-ranges.ts";
import { storedUsage } from "../../rules/journal/event-effects.ts";
import { ownHolder } from "../../rules/leases/holder.ts";
import { MOST_ATTEMPTS } from "../../rules/quarantine/deaths.ts";
import { numberOf, optionalText, type Row, storedJson } from "../../rules/rows/row.ts";
import { SUMS_OF_SAID } from "../../rules/rows/usage-columns.ts";
import { saidHash } from "../../rules/threads/first-said.ts";
import { BEGUN_BY, requestedRunOf } from "../../rules/threads/requested-run.ts";
import { isRowFree, namesIn, pageOf, SELECT_THREAD, threadOf, usageIn } from "../../rules/threads/thread.ts";
import { cleanTitle, listPlace, settingsText, shownAtOnce } from "../../rules/threads/thread-input.ts";
import { liveHolder } from "../leases/lease.ts";
import { noteChange } from "../quarantine/open-run.ts";
import { searchThreads } from "../search/search-threads.ts";
import type { StoreCore } from "../store-core.ts";
import { addThread } from "./add-thread.ts";
import { addUsage } from "./add-usage.ts";
import { forkThread } from "./fork-thread.ts";
import { trimThreads } from "./make-room.ts";
import { readFirstSaid } from "./read-first-said.ts";
import { removeThread } from "./remove-thread.ts";

const MAX_OPEN = 100;

const RETRY = `UPDATE open_runs SET deaths = NULL WHERE json_array_length(deaths) >= ?
  AND thread = (SELECT id FROM threads WHERE channel = ? AND chat_id = ?)`;

/** {@link Threads} in SQLite, answered at once. */
export class SqliteThreads implements Threads {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  create(options: ThreadOptions): Thread {
    checkRange("threads.create", options);
    const { channel, chatId = randomUUID(), title = "", owner } = options;
    const { database, limits, now, onArchived } = this.#store;
    const named = { channel, chatId, title: cleanTitle(title) };
    database.transactionUnsynced(() => addThread(database, { ...named, owner, limits, now: now(), onArchived }));
    const thread = this.get(named);
    if (thread === undefined) throw new StoreError("deleted", "The thread was deleted as it was made.");
    return thread;
  }

  /** Makes a thread that begins with the events of another one: see {@link Threads.fork}. */
  fork(options: ForkOptions): Thread | undefined {
    checkFork(options);
    const { database, limits, now, onArchived } = this.#store;
    const fork = { ...options, chatId: options.chatId ?? randomUUID(), limits, onArchived };
    const isMade = database.transaction(() => forkThread(database, { ...fork, now: now() }));
    return isMade ? this.get({ channel: options.from.channel, chatId: fork.chatId }) : undefined;
  }

  get({ channel, chatId }: Conversation): Thread | undefined {
    const { database, now } = this.#store;
    const time = now();
    const row = database.first(`${SELECT_THREAD} WHERE t.channel = ? AND t.chat_id = ?`, time, channel, chatId);
    return row === undefined ? undefined : threadOf(row, time);
  }

  /** The threads of a channel, the last used first. Throws `bad_cursor`. */
  list(range: ThreadRange): ThreadPage {
    checkRange("threads.list", range);
    const { channel, limit = 50, cursor, archived = false, pinned = false, owner } = range;
    const { database, now } = this.#store;
    const time = now();
    const count = shownAtOnce(limit);
    const marked = `t.archived = ${archived ? 1 : 0}${pinned ? " AND t.pinned = 1" : ""}`;
    const which = owner === undefined ? marked : `${marked} AND t.owner = ?`;
    const whose = owner === undefined ? [] : [owner];
    const sql = `${SELECT_THREAD} WHERE t.channel = ? AND t.touched < ? AND ${which} ORDER BY t.touched DESC LIMIT ?`;
    const rows = database.all(sql, time, channel, listPlace(cursor), ...whose, count + 1);
    return pageOf(rows, count, (row) => threadOf(row, time));
  }

  usage({ channel, chatId }: Conversation): Usage {
    const sql = `SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output,
      ${SUMS_OF_SAID} FROM runs WHERE thread = (SELECT id FROM threads WHERE channel = ? AND chat_id = ?)`;
    return usageIn(this.#store.database.first(sql, channel, chatId) ?? {});
  }

  addUsage({ channel, chatId }: Conversation, usage: Usage): boolean {
    const { database } = this.#store;
    return database.transactionUnsynced(() => {
      const row = database.first("SELECT id FROM threads WHERE channel = ? AND chat_id = ?", channel, chatId);
      return row !== undefined && addUsage(database, { thread: numberOf(row, "id") }, storedUsage(usage)) === 1;
    });
  }

  settings({ channel, chatId }: Conversation): JsonObject | undefined {
    const sql = "SELECT settings FROM threads WHERE channel = ? AND chat_id = ?";
    const row = this.#store.database.first(sql, channel, chatId);
    const text = row === undefined ? undefined : optionalText(row, "settings");
    if (text === undefined) return undefined;
    const settings: JsonObject = storedJson(text);
    return settings;
  }

  configure({ channel, chatId }: Conversation, settings: JsonObject): boolean {
    const { database } = this.#store;
    const text = settingsText(settings);
    const sql = "UPDATE threads SET settings = ? WHERE channel = ? AND chat_id = ?";
    return database.transactionUnsynced(() => database.run(sql, text, channel, chatId)) === 1;
  }

  rename({ channel, chatId }: Conversation, title: string): boolean {
    const { database } = this.#store;
    const sql = "UPDATE threads SET title = ? WHERE channel = ? AND chat_id = ?";
    return database.transactionUnsynced(() => database.run(sql, cleanTitle(title), channel, chatId)) === 1;
  }

  mark({ channel, chatId }: Conversation, marks: ThreadMarks): boolean {
    checkRange("threads.mark", marks);
    const { database } = this.#store;
    const sql = `UPDATE threads SET pinned = coalesce(?, pinned), archived = coalesce(?, archived)
      WHERE channel = ? AND chat_id = ?`;
    const values = [marks.pinned, marks.archived].map((mark) => (mark === undefined ? null : Number(mark)));
    return database.transactionUnsynced(() => database.run(sql, ...values, channel, chatId)) === 1;
  }

  async search(search: ThreadSearch): Promise<FoundThreads> {
    checkRange("threads.search", search);
    return searchThreads(this.#store.database, search, this.#store.now);
  }

  async begunWith(range: BegunRange): Promise<Thread[]> {
    checkRange("threads.begunWith", range);
    const { channel, message, limit = 50, owner = null } = range;
    const { database, now } = this.#store;
    while (readFirstSaid(database, channel)) await turn();
    const time = now();
    const sql = `${SELECT_THREAD} WHERE t.channel = ? AND t.first_said = ? AND t.owner IS coalesce(?, t.owner)
      ORDER BY t.touched DESC LIMIT ?`;
    const hash = saidHash(message);
    const rows = hash === "" ? [] : database.all(sql, time, channel, hash, owner, shownAtOnce(limit));
    return rows.map((row) => threadOf(row, time));
  }

  begunBy(range: RequestRange): RequestedRun | undefined {
    checkRange("threads.begunBy", range);
    const row = this.#store.database.first(BEGUN_BY, range.channel, range.key);
    return row && requestedRunOf(row);
  }

  delete(conversation: Conversation): "deleted" | "unknown" | "running" {
    const { database, now } = this.#store;
    return database.transaction(() => {
      if (liveHolder(database, conversation, now()) !== undefined) return "running";
      return removeThread(database, conversation) ? "deleted" : "unknown";
    });
  }

  trim(range: TrimRange): number {
    checkRange("threads.trim", range);
    const { database } = this.#store;
    return database.transactionUnsynced(() => trimThreads(database, range));
  }

  /**
   * Asks whoever runs the open run of a conversation to stop it. False when none is open. It is on disk when this
   * returns, and void once the run has ended.
   */
  requestStop({ channel, chatId }: Conversation): boolean {
    const { database } = this.#store;
    const sql = `UPDATE open_runs SET stop_requested = 1
      WHERE thread = (SELECT id FROM threads WHERE channel = ? AND chat_id = ?)`;
    return database.transaction(() => database.run(sql, channel, chatId)) > 0;
  }

  stopRequests(): Conversation[] {
    const sql = `SELECT t.channel, t.chat_id FROM open_runs AS o JOIN threads AS t ON t.id = o.thread
      WHERE o.stop_requested = 1`;
    return this.#store.database.all(sql).map(namesIn);
  }

  open(range: Omit<OpenRange, "limit">): Thread[] {
    checkRange("threads.open", range);
    const time = this.#store.now();
    return this.#openRows(range, time).map((row) => threadOf(row, time));
  }

  interrupted(range: OpenRange = {}): Conversation[] {
    checkRange("threads.interrupted", range);
    return this.#open({ ...range, isOthers: true }, isRowFree);
  }

  quarantined(range: OpenRange = {}): Conversation[] {
    checkRange("threads.quarantined", range);
    return this.#open(range, (row, now) => threadOf(row, now).status === "quarantined");
  }

  retry({ channel, chatId }: Conversation): boolean {
    const { database } = this.#store;
    return database.transaction(() => {
      const isRetried = database.run(RETRY, MOST_ATTEMPTS, channel, chatId) > 0;
      if (isRetried) noteChange(database, { channel, chatId });
      return isRetried;
    });
  }

  /** The conversations with an open run of which this is true, the longest unused first. */
  #open(
    { limit = MAX_OPEN, ...range }: OpenRange & OpenRows,
    isWanted: (row: Row, now: number) => boolean,
  ): Conversation[] {
    const time = this.#store.now();
    const rows = this.#openRows(range, time).filter((row) => isWanted(row, time));
    return rows.slice(0, Math.min(limit, MAX_OPEN)).map(namesIn);
  }

  #openRows({ channel, owned = false, isOthers = false }: OpenRows, now: number): Row[] {
    const sql = `${SELECT_THREAD} WHERE t.id IN (SELECT thread FROM open_runs) AND t.channel = coalesce(?, t.channel)
      ${owned ? "AND t.owner IS NOT NULL" : ""} ${isOthers ? NOT_HERE : ""} ORDER BY t.touched`;
    return this.#store.database.all(sql, now, channel ?? null, ...(isOthers ? [ownHolder(), now] : []));
  }
}

/** Which threads with an open run are read. */
interface OpenRows extends Omit<OpenRange, "limit"> {
  /** Without those whose lease this process holds. */
  readonly isOthers?: boolean;
}

/** A server looks twice a second, and holds the leases of hundreds of runs. */
const NOT_HERE = "AND (l.holder IS NOT ? OR l.expires_at <= ?)";
