import type { ChangedConversations, Changes, ChangeWatch } from "../../port/changes.ts";
import { numberOf, textOf } from "../../rules/rows/row.ts";
import type { StoreCore } from "../store-core.ts";

/** {@link Changes} in SQLite, told at once. */
export class SqliteChanges implements Changes {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  last(): number {
    return this.#ends().last;
  }

  since(number: number): ChangedConversations {
    const { first, last } = this.#ends();
    const sql = "SELECT DISTINCT channel, chat_id FROM changes WHERE number > ? AND number <= ?";
    const conversations = this.#store.database.all(sql, number, last).map((row) => {
      return { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") };
    });
    return { conversations, last, isWhole: first <= number + 1 };
  }

  /**
   * Resolves when something in the store may have changed, an event included, or `signal` is aborted. Look and wait
   * without an `await` in between. Rejects with `closed` when the store is closed.
   */
  wait(signal?: AbortSignal): Promise<void> {
    return this.#store.bell.wait(signal);
  }

  watch(): ChangeWatch {
    return this.#store.bell.watch();
  }

  #ends(): { readonly first: number; readonly last: number } {
    const sql = `SELECT coalesce((SELECT min(number) FROM changes), 0) AS first,
      coalesce((SELECT max(number) FROM changes), 0) AS last`;
    const row = this.#store.database.first(sql) ?? {};
    return { first: numberOf(row, "first"), last: numberOf(row, "last") };
  }
}
