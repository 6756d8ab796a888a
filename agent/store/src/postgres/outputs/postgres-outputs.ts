import type { Conversation, OutputCache, OutputRef } from "@toolwright/core";
import { StoreError } from "../../port/store-error.ts";
import { linesOf } from "../../rules/outputs/lines-of.ts";
import { newOutput, OUTPUT_ENTRY_BYTES, refIn } from "../../rules/outputs/new-output.ts";
import { piecesOf } from "../../rules/outputs/pieces-of.ts";
import { numberOf } from "../../rules/rows/row.ts";
import type { Statements } from "../database/database.ts";
import type { StoreCore } from "../store-core.ts";

/**
 * An output cache for all conversations. Texts are kept and read in pieces, as bytes: they may hold every character.
 */
export class PostgresOutputs implements OutputCache {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  /** Resolves when the text is on disk. Rejects with a `StoreError`. */
  async save(text: string, conversation: Conversation): Promise<OutputRef> {
    const { database, limits } = this.#store;
    const { ref, kept } = newOutput(text, limits);
    await database.transaction(async (statements, isAgain) => {
      if (isAgain && (await statements.first("SELECT 1 FROM outputs WHERE id = $1", ref.id)) !== undefined) return;
      await insert(statements, ref, kept, conversation);
      await forgetOldest(statements, ref.bytes + OUTPUT_ENTRY_BYTES, limits.outputBytes);
    });
    return ref;
  }

  /** The lines, a piece at a time; undefined for an unknown id and for another conversation's id alike. */
  async lines(id: string, { channel, chatId }: Conversation): Promise<AsyncIterable<string> | undefined> {
    const sql = `UPDATE outputs AS o SET used = nextval('uses') WHERE id = $1 AND ((channel = $2 AND chat_id = $3)
        OR EXISTS (SELECT 1 FROM output_readers AS r WHERE r.channel = $2 AND r.chat_id = $3 AND r.output = o.number))
      RETURNING number`;
    const named = [id, channel, chatId] as const;
    const row = await this.#store.database.first(sql, ...named);
    return row === undefined ? undefined : linesOf(this.#pieces(numberOf(row, "number")));
  }

  /** This conversation's newest refs first, at most `limit`. */
  async recent({ channel, chatId }: Conversation, limit: number): Promise<readonly OutputRef[]> {
    const sql = `SELECT id, bytes, lines FROM outputs WHERE channel = $1 AND chat_id = $2
      ORDER BY number DESC LIMIT $3`;
    const count = Math.max(0, Math.trunc(limit));
    const rows = await this.#store.database.all(sql, channel, chatId, count);
    return rows.map(refIn);
  }

  async *#pieces(number: number): AsyncGenerator<string> {
    const { database } = this.#store;
    const select = "SELECT body FROM output_pieces WHERE output = $1 AND piece = $2";
    for (let piece = 0; ; piece += 1) {
      const row = await database.first(select, number, piece);
      if (Buffer.isBuffer(row?.body)) yield row.body.toString("utf8");
      else if ((await database.first("SELECT 1 FROM outputs WHERE number = $1", number)) !== undefined) return;
      else throw new StoreError("deleted", "The output was removed while it was read.");
    }
  }
}

async function insert(
  statements: Statements,
  { id, bytes, lines }: OutputRef,
  text: string,
  { channel, chatId }: Conversation,
): Promise<void> {
  const sql = `INSERT INTO outputs (id, channel, chat_id, bytes, lines, used)
    VALUES ($1, $2, $3, $4, $5, nextval('uses')) RETURNING number`;
  const row = await statements.first(sql, id, channel, chatId, bytes, lines);
  const number = numberOf(row ?? {}, "number");
  let piece = 0;
  for (const part of piecesOf(text)) {
    const keep = "INSERT INTO output_pieces (output, piece, body) VALUES ($1, $2, $3)";
    await statements.run(keep, number, piece, Buffer.from(part));
    piece += 1;
  }
}

/** The total is locked from here to the commit, which follows at once. What others are removing is left to them. */
async function forgetOldest(statements: Statements, added: number, most: number): Promise<void> {
  const count = "UPDATE output_total SET bytes = bytes + $1 RETURNING bytes";
  const oldest = `DELETE FROM outputs WHERE number = (SELECT number FROM outputs ORDER BY used LIMIT 1
    FOR UPDATE SKIP LOCKED) RETURNING bytes`;
  let total = numberOf((await statements.first(count, added)) ?? {}, "bytes");
  while (total > most) {
    const gone = await statements.first(oldest);
    if (gone === undefined) return;
    total = numberOf((await statements.first(count, -numberOf(gone, "bytes") - OUTPUT_ENTRY_BYTES)) ?? {}, "bytes");
  }
}
