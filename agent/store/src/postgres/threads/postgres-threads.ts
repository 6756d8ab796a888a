import { randomUUID } from "node:crypto";
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
import { ownHolder, startOfHoldersHere } from "../../rules/leases/holder.ts";
import { MOST_ATTEMPTS } from "../../rules/quarantine/deaths.ts";
import { numberOf, textOf } from "../../rules/rows/row.ts";
import { SUMS_OF_SAID } from "../../rules/rows/usage-columns.ts";
import { saidHash } from "../../rules/threads/first-said.ts";
import { requestedRunOf } from "../../rules/threads/requested-run.ts";
import { isRowFree, namesIn, pageOf, usageIn } from "../../rules/threads/thread.ts";
import { cleanTitle, forkRefused, listPlace, settingsText, shownAtOnce } from "../../rules/threads/thread-input.ts";
import type { Row, Value } from "../database/database.ts";
import { nameOf } from "../database/stored-text.ts";
import { tooManyThreads } from "../journal/refusal.ts";
import { holdingOf, isHeld } from "../leases/holding.ts";
import { searchThreads } from "../search/search-threads.ts";
import type { StoreCore } from "../store-core.ts";
import { readFirstSaid } from "./first-said.ts";
import { MAYBE_FREE, SELECT_THREAD, threadOf } from "./thread-row.ts";

const MAX_OPEN = 100;
/** Threads that are removed at once: the work stays small, the next one does the rest. */
const AT_ONCE = 100;

const NAMED = "WHERE channel = $1 AND chat_id = $2";

/** {@link Threads} in PostgreSQL. */
export class PostgresThreads implements Threads {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  async create(options: ThreadOptions): Promise<Thread> {
    checkRange("threads.create", options);
    const { channel, chatId = randomUUID(), title = "", owner = null } = options;
    const { database, limits, bell } = this.#store;
    const conversation = { channel, chatId };
    const sql = "SELECT add_owned_thread($1, $2, $3, $4, $5, $6) AS id";
    const named = [...nameOf(conversation), cleanTitle(title)] as const;
    const added = await database.first(sql, ...named, owner, limits.threads, limits.threadAgeMs);
    if (typeof added?.id !== "number") throw tooManyThreads(limits);
    bell.changed(conversation);
    const thread = await this.get(conversation);
    if (thread === undefined) throw new StoreError("deleted", "The thread was deleted as it was made.");
    return thread;
  }

  async fork(options: ForkOptions): Promise<Thread | undefined> {
    checkFork(options);
    const { from, before = null, after = null, title, chatId = randomUUID() } = options;
    const { database, limits, bell } = this.#store;
    const conversation = { channel: from.channel, chatId };
    const sql = "SELECT fork_thread($1, $2, $3, $4, $5, $6, $7, $8) AS outcome";
    const texts = [chatId, title === undefined ? null : cleanTitle(title)] as const;
    const runs = [before && before, after && after] as const;
    const forked = await database.first(sql, ...nameOf(from), ...texts, ...runs, limits.threads, limits.threadAgeMs);
    const outcome = textOf(forked ?? {}, "outcome");
    if (outcome === "unknown") return undefined;
    if (outcome === "threads") throw tooManyThreads(limits);
    if (outcome !== "made") throw forkRefused(outcome, chatId);
    bell.changed(conversation);
    return this.get(conversation);
  }

  async get(conversation: Conversation): Promise<Thread | undefined> {
    const sql = `${SELECT_THREAD} WHERE t.channel = $1 AND t.chat_id = $2`;
    const row = await this.#first(sql, conversation);
    return row === undefined ? undefined : threadOf(row);
  }

  async list(range: ThreadRange): Promise<ThreadPage> {
    checkRange("threads.list", range);
    const { channel, limit = 50, cursor, archived = false, pinned = false, owner = null } = range;
    const count = shownAtOnce(limit);
    const which = `t.archived = ${archived}${pinned ? " AND t.pinned" : ""}${owner === null ? "" : " AND t.owner = $4"}`;
    const sql = `${SELECT_THREAD} WHERE t.channel = $1 AND t.touched < $2 AND ${which} ORDER BY t.touched DESC LIMIT $3`;
    const whose = owner === null ? [] : [owner];
    const rows = await this.#store.database.all(sql, channel, listPlace(cursor), count + 1, ...whose);
    return pageOf(rows, count, threadOf);
  }

  async usage(conversation: Conversation): Promise<Usage> {
    const sql = `SELECT coalesce(sum(input_tokens), 0)::bigint AS input, coalesce(sum(output_tokens), 0)::bigint AS output,
      ${SUMS_OF_SAID} FROM runs WHERE thread = (SELECT id FROM threads ${NAMED})`;
    return usageIn((await this.#first(sql, conversation)) ?? {});
  }

  async addUsage(conversation: Conversation, usage: Usage): Promise<boolean> {
    const { inputTokens, outputTokens, costUsd, ...tokens } = storedUsage(usage);
    const said = [tokens.cachedInputTokens, tokens.cacheWriteTokens, tokens.reasoningTokens] as const;
    const sql = `UPDATE runs SET input_tokens = input_tokens + $3, output_tokens = output_tokens + $4,
        cost_usd = coalesce(cost_usd + $5::float8, cost_usd, $5::float8),
        cached_input_tokens = coalesce(cached_input_tokens + $6::bigint, cached_input_tokens, $6::bigint),
        cache_write_tokens = coalesce(cache_write_tokens + $7::bigint, cache_write_tokens, $7::bigint),
        reasoning_tokens = coalesce(reasoning_tokens + $8::bigint, reasoning_tokens, $8::bigint)
      WHERE (thread, seq) = (SELECT thread, seq FROM runs WHERE thread = (SELECT id FROM threads ${NAMED})
        ORDER BY seq DESC LIMIT 1)`;
    return (await this.#run(sql, conversation, inputTokens, outputTokens, costUsd, ...said)) === 1;
  }

  async settings(conversation: Conversation): Promise<JsonObject | undefined> {
    const row = await this.#first(`SELECT settings FROM threads ${NAMED}`, conversation);
    if (typeof row?.settings !== "string") return undefined;
    const settings: JsonObject = JSON.parse(row.settings);
    return settings;
  }

  async configure(conversation: Conversation, settings: JsonObject): Promise<boolean> {
    const text = settingsText(settings);
    return (await this.#run(`UPDATE threads SET settings = $3 ${NAMED}`, conversation, text)) === 1;
  }

  async rename(conversation: Conversation, title: string): Promise<boolean> {
    return (await this.#run(`UPDATE threads SET title = $3 ${NAMED}`, conversation, cleanTitle(title))) === 1;
  }

  async mark(conversation: Conversation, marks: ThreadMarks): Promise<boolean> {
    checkRange("threads.mark", marks);
    const sql = `UPDATE threads SET pinned = coalesce($3, pinned), archived = coalesce($4, archived) ${NAMED}`;
    return (await this.#run(sql, conversation, marks.pinned ?? null, marks.archived ?? null)) === 1;
  }

  async search(search: ThreadSearch): Promise<FoundThreads> {
    checkRange("threads.search", search);
    return searchThreads(this.#store.database, search);
  }

  async begunWith(range: BegunRange): Promise<Thread[]> {
    checkRange("threads.begunWith", range);
    const { channel, message, limit = 50, owner = null } = range;
    const { database } = this.#store;
    while (await readFirstSaid(database, channel));
    const sql = `${SELECT_THREAD} WHERE t.channel = $1 AND t.first_said = $2
      AND ($4::text IS NULL OR t.owner = $4) ORDER BY t.touched DESC LIMIT $3`;
    const hash = saidHash(message);
    const rows = hash === "" ? [] : await database.all(sql, channel, hash, shownAtOnce(limit), owner);
    return rows.map(threadOf);
  }

  async begunBy(range: RequestRange): Promise<RequestedRun | undefined> {
    checkRange("threads.begunBy", range);
    const sql = `SELECT t.channel, t.chat_id, r.run_id, r.seq, r.request_key, r.request_hash
      FROM runs AS r JOIN threads AS t ON t.id = r.thread
      WHERE t.channel = $1 AND r.request_key = $2 ORDER BY r.thread DESC, r.seq DESC LIMIT 1`;
    const row = await this.#store.database.first(sql, range.channel, range.key);
    return row && requestedRunOf(row);
  }

  async delete(conversation: Conversation): Promise<"deleted" | "unknown" | "running"> {
    const { database, bell } = this.#store;
    const outcome = await database.transaction(async (statements, isAgain) => {
      await statements.run("SELECT lock_conversation($1, $2)", ...nameOf(conversation));
      const holding = await holdingOf(statements, conversation);
      if (holding !== undefined && isHeld(holding)) return "running";
      const removed = await statements.first("SELECT remove_thread($1, $2) AS was_there", ...nameOf(conversation));
      // Made again after its connection was lost, it may find nothing because it was done.
      return removed?.was_there === true || isAgain ? "deleted" : "unknown";
    });
    if (outcome === "deleted") bell.changed(conversation);
    return outcome;
  }

  async trim(range: TrimRange): Promise<number> {
    checkRange("threads.trim", range);
    const { channel, keep, owner = null } = range;
    const { database, bell } = this.#store;
    const [sql, whose] =
      owner === null
        ? ["SELECT remove_idle($1, NULL, $2, $3) AS removed", []]
        : ["SELECT remove_idle_of($4, $1, $2, $3) AS removed", [owner]];
    const row = await database.first(sql, channel, Math.max(0, Math.trunc(keep)), AT_ONCE, ...whose);
    const removed = numberOf(row ?? {}, "removed");
    if (removed > 0) bell.changed();
    return removed;
  }

  async requestStop(conversation: Conversation): Promise<boolean> {
    const sql = `WITH asked AS (
        UPDATE open_runs SET stop_requested = true WHERE thread = (SELECT id FROM threads ${NAMED}) RETURNING 1
      ) INSERT INTO changes (channel, chat_id) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM asked)`;
    return (await this.#run(sql, conversation)) > 0;
  }

  async stopRequests(): Promise<Conversation[]> {
    const sql = `SELECT t.channel, t.chat_id FROM open_runs AS o JOIN threads AS t ON t.id = o.thread
      WHERE o.stop_requested`;
    return (await this.#store.database.all(sql)).map(namesIn);
  }

  async open(range: Omit<OpenRange, "limit">): Promise<Thread[]> {
    checkRange("threads.open", range);
    return (await this.#openRows(range)).map(threadOf);
  }

  async interrupted(range: OpenRange = {}): Promise<Conversation[]> {
    checkRange("threads.interrupted", range);
    const rows = await this.#openRows(range, MAYBE_FREE, ownHolder(), startOfHoldersHere());
    const free = rows.filter((row) => isRowFree(row, numberOf(row, "now")));
    return namesOf(free, range);
  }

  async quarantined(range: OpenRange = {}): Promise<Conversation[]> {
    checkRange("threads.quarantined", range);
    const rows = (await this.#openRows(range)).filter((row) => threadOf(row).status === "quarantined");
    return namesOf(rows, range);
  }

  async retry(conversation: Conversation): Promise<boolean> {
    const sql = `WITH retried AS (
        UPDATE open_runs SET deaths = NULL WHERE json_array_length(deaths::json) >= $3
          AND thread = (SELECT id FROM threads ${NAMED}) RETURNING 1
      ) INSERT INTO changes (channel, chat_id) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM retried)`;
    return (await this.#run(sql, conversation, MOST_ATTEMPTS)) > 0;
  }

  /** Threads with an open run, the longest unused first. */
  #openRows({ channel, owned = false }: OpenRange, where = "", ...values: Value[]): Promise<Row[]> {
    const sql = `${SELECT_THREAD} WHERE t.id IN (SELECT thread FROM open_runs)
      AND ($1::text IS NULL OR t.channel = $1) ${owned ? "AND t.owner IS NOT NULL" : ""} ${where} ORDER BY t.touched`;
    return this.#store.database.all(sql, channel ?? null, ...values);
  }

  #first(sql: string, conversation: Conversation): Promise<Row | undefined> {
    return this.#store.database.first(sql, ...nameOf(conversation));
  }

  /** How many rows it changed; others are told when it was any. */
  async #run(sql: string, conversation: Conversation, ...values: Value[]): Promise<number> {
    const { database, bell } = this.#store;
    const changed = await database.run(sql, ...nameOf(conversation), ...values);
    if (changed > 0) bell.changed(conversation);
    return changed;
  }
}

/** As many conversations as were asked for, at most. */
function namesOf(rows: readonly Row[], { limit = MAX_OPEN }: OpenRange): Conversation[] {
  return rows.slice(0, Math.min(limit, MAX_OPEN)).map(namesIn);
}
