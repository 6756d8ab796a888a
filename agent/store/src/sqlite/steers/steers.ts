import type { Conversation, SteerMessage, SteerQueue } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { Steers, StoredSteer } from "../../port/steers.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { atOnce } from "../../rules/rule.ts";
import {
  type SteerStatements,
  sayOnce,
  steerOf,
  steerQueue,
  steerText,
  takeBack,
} from "../../rules/steers/steer-rules.ts";
import type { StoreCore } from "../store-core.ts";

const OF = "thread = (SELECT id FROM threads WHERE channel = ? AND chat_id = ?)";
const WAITS = "state IN ('waiting', 'taken')";

/** {@link Steers} in SQLite, answered at once. */
export class SqliteSteers implements Steers {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  add(conversation: Conversation, { messageId, message }: SteerMessage): StoredSteer | undefined {
    const text = steerText(message, this.#store.limits.eventBytes);
    return this.#change(conversation, (statements) => atOnce(sayOnce(statements, messageId, text)));
  }

  list({ channel, chatId }: Conversation): StoredSteer[] {
    const sql = `SELECT * FROM steers WHERE ${OF} AND (${WAITS} OR state = 'unsent') ORDER BY number`;
    return this.#store.database.all(sql, channel, chatId).map(steerOf);
  }

  withdraw(conversation: Conversation, id: string): StoredSteer | undefined {
    return this.#change(conversation, (statements) => atOnce(takeBack(statements, id)));
  }

  queue(conversation: Conversation): SteerQueue {
    const { database, bell } = this.#store;
    const { channel, chatId } = conversation;
    // Every step of every run asks. What waits has been put in, and no number comes twice: where none is newer, nothing
    // has come.
    let nothingUpTo: number | undefined;
    const waiting = () => {
      const { newest } = database.first("SELECT max(number) AS newest FROM steers") ?? {};
      if (newest === null || newest === nothingUpTo) return [];
      const rows = database.all(`SELECT * FROM steers WHERE ${OF} AND ${WAITS} ORDER BY number`, channel, chatId);
      nothingUpTo = rows.length === 0 ? Number(newest) : undefined;
      return rows;
    };
    const move = (sql: string, ...values: string[]) =>
      database.soon(() => database.run(`UPDATE steers SET ${sql}`, ...values));
    // Just those that nobody can take back any more: others may be said at the same time.
    const taken = async () => {
      const sql = `UPDATE steers SET state = 'taken' WHERE ${OF} AND ${WAITS} RETURNING *`;
      const rows = await database.soon(() => database.all(sql, channel, chatId));
      return rows.toSorted((one, other) => numberOf(one, "number") - numberOf(other, "number"));
    };
    return steerQueue({
      waiting,
      // Most steps find nothing, and write nothing. What was taken back between the two is not taken.
      take() {
        const rows = waiting();
        return rows.length === 0 ? rows : taken();
      },
      async sent(ids) {
        // The journal of this store has done so with the event.
        const sql = `state = 'sent', message = '' WHERE ${OF} AND id = ? AND state <> 'sent'`;
        for (const id of ids) await move(sql, channel, chatId, id);
      },
      unsend: () => move(`state = 'unsent' WHERE ${OF} AND ${WAITS}`, channel, chatId),
      watch: () => bell.watch(conversationKey(conversation)),
    });
  }

  #change<T>(conversation: Conversation, work: (statements: SteerStatements) => T): T {
    const { database, bell } = this.#store;
    const done = database.transaction(() => work(this.#statements(conversation)));
    bell.ring(conversationKey(conversation));
    return done;
  }

  #statements({ channel, chatId }: Conversation): SteerStatements {
    const { database, now } = this.#store;
    const ask = (sql: string, ...values: string[]) => database.first(sql, channel, chatId, ...values);
    return {
      find: (id) => ask(`SELECT * FROM steers WHERE ${OF} AND id = ?`, id),
      countWaiting: () => database.all(`SELECT 1 FROM steers WHERE ${OF} AND ${WAITS}`, channel, chatId).length,
      insert(id, text) {
        const sql = `INSERT INTO steers (thread, id, message, state, created_at)
          SELECT id, ?, ?, 'waiting', ? FROM threads WHERE channel = ? AND chat_id = ? RETURNING *`;
        return database.first(sql, id, text, now(), channel, chatId);
      },
      withdraw: (id) =>
        ask(`UPDATE steers SET state = 'withdrawn', message = '' WHERE ${OF} AND id = ? RETURNING 1`, id),
    };
  }
}
