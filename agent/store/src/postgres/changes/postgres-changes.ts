import type { ChangedConversations, Changes, ChangeWatch } from "../../port/changes.ts";
import type { StoreCore } from "../store-core.ts";
import { changesSince, newestChange } from "./changes-since.ts";

/** {@link Changes} in PostgreSQL. */
export class PostgresChanges implements Changes {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  last(): Promise<number> {
    return newestChange(this.#store.database);
  }

  since(number: number): Promise<ChangedConversations> {
    return changesSince(this.#store.database, number);
  }

  watch(): ChangeWatch {
    return this.#store.bell.watch();
  }
}
