import type { Conversation, SteerMessage, SteerQueue } from "@toolwright/core";
import type { Steers, StoredSteer } from "../../port/steers.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { inTime } from "../../rules/rule.ts";
import {
  type SteerStatements,
  sayOnce,
  steerOf,
  steerQueue,
  steerText,
  takeBack,
} from "../../rules/steers/steer-rules.ts";
import type { Statements } from "../database/database.ts";
import { nameOf } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";

const OF = "thread = (SELECT id FROM threads WHERE channel = $1 AND chat_id = $2)";
const WAITS = "state IN ('waiting', 'taken')";

/** {@link Steers} in PostgreSQL. */
export class PostgresSteers implements Steers {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  async add(conversation: Conversation, { messageId, message }: SteerMessage): Promise<StoredSteer | undefined> {
    const text = steerText(message, this.#store.limits.eventBytes);
    return this.#change(conversation, (statements) => inTime(sayOnce(statements, messageId, text)));
  }

  async list(conversation: Conversation): Promise<StoredSteer[]> {
    const sql = `SELECT * FROM steers WHERE ${OF} AND (${WAITS} OR state = 'unsent') ORDER BY number`;
    return (await this.#store.database.all(sql, ...nameOf(conversation))).map(steerOf);
  }

  withdraw(conversation: Conversation, id: string): Promise<StoredSteer | undefined> {
    return this.#change(conversation, (statements) => inTime(takeBack(statements, id)));
  }

  queue(conversation: Conversation): SteerQueue {
    const { database, bell } = this.#store;
    const name = nameOf(conversation);
    const rows = (sql: string) => database.all(sql, ...name);
    return steerQueue({
      waiting: () => rows(`SELECT * FROM steers WHERE ${OF} AND ${WAITS} ORDER BY number`),
      async take() {
        const taken = await rows(`UPDATE steers SET state = 'taken' WHERE ${OF} AND ${WAITS} RETURNING *`);
        return taken.toSorted((one, other) => numberOf(one, "number") - numberOf(other, "number"));
      },
      async sent(ids) {
        // The journal of this store has done so with the event.
        const sql = `UPDATE steers SET state = 'sent', message = '' WHERE ${OF} AND id = ANY($3) AND state <> 'sent'`;
        await database.run(sql, ...name, ids);
      },
      unsend: () => database.run(`UPDATE steers SET state = 'unsent' WHERE ${OF} AND ${WAITS}`, ...name),
      watch: () => bell.watch(topicOf(conversation)),
    });
  }

  async #change<T>(conversation: Conversation, work: (statements: SteerStatements) => Promise<T>): Promise<T> {
    const { database, bell } = this.#store;
    const done = await database.transaction((statements) => work(statementsOf(statements, conversation)));
    bell.changed(topicOf(conversation));
    return done;
  }
}

function statementsOf(statements: Statements, conversation: Conversation): SteerStatements {
  const ask = (sql: string, ...values: string[]) => statements.first(sql, ...nameOf(conversation), ...values);
  return {
    find: (id) => ask(`SELECT * FROM steers WHERE ${OF} AND id = $3 FOR UPDATE`, id),
    countWaiting: () =>
      ask(`SELECT count(*) AS n FROM steers WHERE ${OF} AND ${WAITS}`).then((row) => numberOf(row ?? {}, "n")),
    insert: (id, text) =>
      ask(
        `INSERT INTO steers (thread, id, message, state, created_at)
          SELECT id, $3, $4, 'waiting', now_ms() FROM threads WHERE channel = $1 AND chat_id = $2
          ON CONFLICT (thread, id) DO UPDATE SET id = excluded.id RETURNING *`,
        id,
        text,
      ),
    withdraw: (id) =>
      ask(`UPDATE steers SET state = 'withdrawn', message = '' WHERE ${OF} AND id = $3 RETURNING *`, id),
  };
}

/** Under this name the bell tells of messages that wait: no event of the conversation rings it. */
function topicOf({ channel, chatId }: Conversation): Conversation {
  return { channel: `${channel}\nsteers`, chatId };
}
