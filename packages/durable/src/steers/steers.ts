import type { Conversation } from "@toolwright/core";
import { isAnswered } from "@toolwright/core/internal";
import type { SteerMessage, SteerQueue } from "@toolwright/core/types";
import { numberOf, type Row } from "../database/row.ts";
import type { Steers, StoredSteer } from "../port/steers.ts";
import type { StoreCore } from "../store-core.ts";
import { checkWaiting, steerMessageOf, steerOf, steerText } from "./steer-row.ts";

const OF = "WHERE thread = (SELECT id FROM threads WHERE channel = ? AND chat_id = ?)";
const WAITING = `SELECT id, message, state, created_at FROM steers ${OF} AND state IN ('waiting', 'taken') ORDER BY number`;

/** {@link Steers} in SQLite, answered at once. */
export class SqliteSteers implements Steers {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  add(conversation: Conversation, { messageId, message }: SteerMessage): StoredSteer | undefined {
    const { database, limits, now } = this.#store;
    const text = steerText(message, limits.eventBytes);
    const { channel, chatId } = conversation;
    return database.transaction(() => {
      const thread = database.first("SELECT id FROM threads WHERE channel = ? AND chat_id = ?", channel, chatId);
      if (thread === undefined) return undefined;
      const known = this.#get(conversation, messageId);
      if (known !== undefined) return steerOf(known);
      checkWaiting(database.all(WAITING, channel, chatId).length);
      const sql = "INSERT INTO steers (thread, id, message, state, created_at) VALUES (?, ?, ?, 'waiting', ?)";
      database.run(sql, numberOf(thread, "id"), messageId, text, now());
      return steerOf(this.#get(conversation, messageId) ?? {});
    });
  }

  list({ channel, chatId }: Conversation): StoredSteer[] {
    const sql = `SELECT * FROM steers ${OF} AND state IN ('waiting', 'taken', 'unsent') ORDER BY number`;
    return this.#store.database.all(sql, channel, chatId).map(steerOf);
  }

  withdraw(conversation: Conversation, id: string): StoredSteer | undefined {
    const { database } = this.#store;
    return database.transaction(() => {
      const row = this.#get(conversation, id);
      if (row === undefined) return undefined;
      if (row.state !== "waiting" && row.state !== "unsent") return steerOf(row);
      database.run("UPDATE steers SET state = 'withdrawn', message = '' WHERE number = ?", numberOf(row, "number"));
      return { ...steerOf(row), state: "withdrawn" };
    });
  }

  queue({ channel, chatId }: Conversation): SteerQueue {
    const { database } = this.#store;
    const waiting = () => database.all(WAITING, channel, chatId).map(steerMessageOf);
    const move = (sql: string, ...values: string[]) =>
      database.transaction(() => database.run(`UPDATE steers SET ${sql}`, ...values));
    return {
      waiting,
      take() {
        const taken = waiting();
        if (taken.length > 0) move(`state = 'taken' ${OF} AND state = 'waiting'`, channel, chatId);
        // What was taken back between the two is not taken.
        return taken.length > 0 ? waiting() : taken;
      },
      sent(messageIds) {
        for (const id of messageIds) move(`state = 'sent', message = '' ${OF} AND id = ?`, channel, chatId, id);
      },
      ended(stopReason) {
        const unheard = waiting();
        const isOver = unheard.length > 0 && !isAnswered(stopReason);
        if (isOver) move(`state = 'unsent' ${OF} AND state IN ('waiting', 'taken')`, channel, chatId);
        return unheard;
      },
    };
  }

  #get({ channel, chatId }: Conversation, id: string): Row | undefined {
    return this.#store.database.first(`SELECT * FROM steers ${OF} AND id = ?`, channel, chatId, id);
  }
}
