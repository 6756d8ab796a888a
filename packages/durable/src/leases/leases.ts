import type { Conversation } from "@toolwright/core";
import { atOnce } from "../at-once.ts";
import { conversationOf } from "../check-ranges.ts";
import type { Lease, LeaseHolder, LeaseOptions, Leases } from "../port/leases.ts";
import type { StoreCore } from "../store-core.ts";
import { type Held, HeldLeases, newLease } from "./held-leases.ts";
import { ownHolder } from "./holder.ts";
import { liveHolder } from "./lease.ts";

/** A {@link Lease} in SQLite, renewed and given back at once. */
export interface SqliteLease extends Lease {
  renew(): boolean;
  release(): void;
}

/** {@link Leases} in SQLite, given at once. */
export class SqliteLeases implements Leases {
  readonly #store: StoreCore;
  readonly #held: HeldLeases;

  constructor(store: StoreCore) {
    this.#store = store;
    this.#held = new HeldLeases({
      prolong: (leases) => this.#prolong(leases),
      giveBack: (lease) => this.#giveBack(lease),
    });
  }

  acquire(given: Conversation, options: LeaseOptions = {}): SqliteLease | undefined {
    const lease = newLease(given, options, 15_000);
    const { database, now } = this.#store;
    const { conversation, token, ttlMs, lost } = lease;
    const { channel, chatId } = conversation;
    const time = now();
    const isTaken = database.transactionUnsynced(() => {
      if (liveHolder(database, conversation, time) !== undefined) return false;
      const insert =
        "INSERT OR REPLACE INTO leases (channel, chat_id, token, holder, expires_at) VALUES (?, ?, ?, ?, ?)";
      return database.run(insert, channel, chatId, token, ownHolder(), Math.ceil(time + ttlMs)) > 0;
    });
    if (!isTaken) return undefined;
    this.#held.add(lease);
    return {
      conversation,
      token,
      signal: lost.signal,
      renew: () => {
        atOnce(this.#held.renew([lease]));
        return this.#held.get(token) !== undefined;
      },
      release: () => atOnce(this.#held.release(lease)),
    };
  }

  holder(conversation: Conversation): LeaseHolder | undefined {
    const named = conversationOf(conversation, "leases.holder");
    const live = liveHolder(this.#store.database, named, this.#store.now());
    return live && { expiresAt: live.expiresAt, here: live.holder === ownHolder() };
  }

  /** Gives back all that this store holds. */
  releaseAll(): void {
    this.#held.releaseAll();
  }

  #prolong(leases: readonly Held[]): ReadonlySet<string> {
    const { database, now } = this.#store;
    const sql = "UPDATE leases SET expires_at = ? WHERE channel = ? AND chat_id = ? AND token = ?";
    const standing = database.transactionUnsynced(() =>
      leases.filter(({ conversation: { channel, chatId }, token, ttlMs }) => {
        return database.run(sql, Math.ceil(now() + ttlMs), channel, chatId, token) > 0;
      }),
    );
    return new Set(standing.map(({ token }) => token));
  }

  #giveBack({ token, conversation: { channel, chatId } }: Held): void {
    const { database } = this.#store;
    if (database.isClosed) return;
    const sql = "DELETE FROM leases WHERE channel = ? AND chat_id = ? AND token = ?";
    database.transactionUnsynced(() => database.run(sql, channel, chatId, token));
  }
}
