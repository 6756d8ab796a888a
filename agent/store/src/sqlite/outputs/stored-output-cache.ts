import type { Conversation, LocalOutputCache, OutputRef } from "@toolwright/core";
import { StoreError } from "../../port/store-error.ts";
import { linesOf } from "../../rules/outputs/lines-of.ts";
import { newOutput, refIn } from "../../rules/outputs/new-output.ts";
import { piecesOf } from "../../rules/outputs/pieces-of.ts";
import { assertSum, numberOf, sumOf, textOf } from "../../rules/rows/row.ts";
import type { StoreCore } from "../store-core.ts";

/** Of the conversation that saved it, or of one that began with what was said there. */
const READABLE = `SELECT number FROM outputs AS o WHERE id = ?1 AND ((channel = ?2 AND chat_id = ?3)
  OR EXISTS (SELECT 1 FROM output_readers AS r WHERE r.channel = ?2 AND r.chat_id = ?3 AND r.output = o.number))`;

/** An output cache that outlives the process, for all conversations. Texts are kept and read in pieces. */
export class StoredOutputCache implements LocalOutputCache {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  /** Resolves when the text is on disk. Rejects with a `StoreError`. */
  async save(text: string, { channel, chatId }: Conversation): Promise<OutputRef> {
    const { database, limits } = this.#store;
    const { ref, kept } = newOutput(text, limits);
    await database.queue(() => {
      const sql = `INSERT INTO outputs (id, channel, chat_id, bytes, lines, used)
        VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM outputs)) RETURNING number`;
      const row = database.first(sql, ref.id, channel, chatId, ref.bytes, ref.lines) ?? {};
      const number = numberOf(row, "number");
      let piece = 0;
      for (const part of piecesOf(kept)) {
        const insert = "INSERT INTO output_pieces (output, piece, text, sum) VALUES (?, ?, ?, ?)";
        database.run(insert, number, piece, part, sumOf(part));
        piece += 1;
      }
      this.#forgetOldest();
    });
    return ref;
  }

  /** The lines, a piece at a time; undefined for an unknown id and for another conversation's id alike. */
  lines(id: string, { channel, chatId }: Conversation): AsyncIterable<string> | undefined {
    const row = this.#store.database.first(READABLE, id, channel, chatId);
    if (row === undefined) return undefined;
    const number = numberOf(row, "number");
    this.#use(number);
    return linesOf(this.#pieces(number));
  }

  /** This conversation's newest refs first, at most `limit`. */
  recent({ channel, chatId }: Conversation, limit: number): readonly OutputRef[] {
    const sql = "SELECT id, bytes, lines FROM outputs WHERE channel = ? AND chat_id = ? ORDER BY number DESC LIMIT ?";
    const rows = this.#store.database.all(sql, channel, chatId, Math.max(0, Math.trunc(limit)));
    return rows.map(refIn);
  }

  *#pieces(number: number): Generator<string> {
    const { database } = this.#store;
    for (let piece = 0; ; piece += 1) {
      const sql = "SELECT text, sum FROM output_pieces WHERE output = ? AND piece = ?";
      const row = database.first(sql, number, piece);
      if (row !== undefined) {
        const text = textOf(row, "text");
        assertSum(text, row.sum);
        yield text;
      } else if (database.first("SELECT 1 FROM outputs WHERE number = ?", number) !== undefined) return;
      else throw new StoreError("deleted", "The output was removed while it was read.");
    }
  }

  /** Makes it the last used one, with the next commit; losing that changes nothing that was promised. */
  #use(number: number): void {
    const { database } = this.#store;
    const sql = `UPDATE outputs SET used = (SELECT max(used) + 1 FROM outputs)
      WHERE number = ? AND used < (SELECT max(used) FROM outputs)`;
    database.queue(() => database.run(sql, number)).catch(() => undefined);
  }

  #forgetOldest(): void {
    const { database, limits } = this.#store;
    const total = (): number => numberOf(database.first("SELECT bytes FROM output_total") ?? {}, "bytes");
    while (total() > limits.outputBytes) {
      const sql = "DELETE FROM outputs WHERE used = (SELECT min(used) FROM outputs)";
      if (database.run(sql) === 0) return;
    }
  }
}
