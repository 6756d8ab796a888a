import type { Conversation } from "@toolwright/core";
import { isAnswered } from "@toolwright/core/internal";
import type { SteerMessage, SteerQueue } from "@toolwright/core/types";
import { checkWaiting, numberOf, steerMessageOf, steerOf, steerText } from "@toolwright/durable/adapter";
import type { Steers, StoredSteer } from "@toolwright/durable/store";
import type { Row } from "../database/database.ts";
import { givenText, nameOf, storedText } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";

const OF = "thread = (SELECT id FROM threads WHERE channel = $1 AND chat_id = $2)";
const WAITS = "state IN ('waiting', 'taken')";
const WAITING = `SELECT id, message FROM steers WHERE ${OF} AND ${WAITS} ORDER BY number`;

/** {@link Steers} in PostgreSQL. */
export class PostgresSteers implements Steers {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  async add(conversation: Conversation, { messageId, message }: SteerMessage): Promise<StoredSteer | undefined> {
    const { database, limits } = this.#store;
    const text = storedText(steerText(message, limits.eventBytes));
    const named = [...nameOf(conversation), storedText(messageId)] as const;
    const [first] = await database.transaction(async (statements) => {
      const known = await statements.all(`SELECT * FROM steers WHERE ${OF} AND id = $3`, ...named);
      if (known.length > 0) return known;
      checkWaiting((await statements.all(WAITING, ...nameOf(conversation))).length);
      // Whoever has put it there meanwhile has put the same there.
      const sql = `INSERT INTO steers (thread, id, message, state, created_at)
        SELECT id, $3, $4, 'waiting', now_ms() FROM threads WHERE channel = $1 AND chat_id = $2
        ON CONFLICT (thread, id) DO UPDATE SET id = excluded.id RETURNING *`;
      return statements.all(sql, ...named, text);
    });
    return first && steerOf(given(first));
  }

  async list(conversation: Conversation): Promise<StoredSteer[]> {
    const sql = `SELECT * FROM steers WHERE ${OF} AND (${WAITS} OR state = 'unsent') ORDER BY number`;
    return (await this.#store.database.all(sql, ...nameOf(conversation))).map((row) => steerOf(given(row)));
  }

  async withdraw(conversation: Conversation, id: string): Promise<StoredSteer | undefined> {
    const { database } = this.#store;
    return database.transaction(async (statements) => {
      const named = [...nameOf(conversation), storedText(id)] as const;
      const row = await statements.first(`SELECT * FROM steers WHERE ${OF} AND id = $3 FOR UPDATE`, ...named);
      if (row === undefined) return undefined;
      if (row.state !== "waiting" && row.state !== "unsent") return steerOf(given(row));
      const sql = "UPDATE steers SET state = 'withdrawn', message = '' WHERE number = $1";
      await statements.run(sql, numberOf(row, "number"));
      return { ...steerOf(given(row)), state: "withdrawn" };
    });
  }

  queue(conversation: Conversation): SteerQueue {
    const { database } = this.#store;
    const name = nameOf(conversation);
    const waiting = async () => (await database.all(WAITING, ...name)).map((row) => steerMessageOf(given(row)));
    return {
      waiting,
      async take() {
        const sql = `UPDATE steers SET state = 'taken' WHERE ${OF} AND ${WAITS} RETURNING number, id, message`;
        const taken = await database.all(sql, ...name);
        const inOrder = taken.toSorted((one, other) => numberOf(one, "number") - numberOf(other, "number"));
        return inOrder.map((row) => steerMessageOf(given(row)));
      },
      async sent(messageIds) {
        const sql = `UPDATE steers SET state = 'sent', message = '' WHERE ${OF} AND id = ANY($3)`;
        await database.run(sql, ...name, messageIds.map(storedText));
      },
      async ended(stopReason) {
        const unheard = await waiting();
        if (unheard.length > 0 && !isAnswered(stopReason))
          await database.run(`UPDATE steers SET state = 'unsent' WHERE ${OF} AND ${WAITS}`, ...name);
        return unheard;
      },
    };
  }
}

/** Texts as they were given. */
function given(row: Row): Row {
  return { ...row, id: givenText(String(row.id)), message: givenText(String(row.message)) };
}
