import { randomUUID } from "node:crypto";
import type { Conversation } from "@toolwright/core";
import type { Lease, LeaseHolder, LeaseOptions, Leases } from "../port/leases.ts";
import type { StoreCore } from "../store-core.ts";
import { MAX_TTL_MS, ownHolder } from "./holder.ts";
import { liveHolder } from "./lease.ts";

interface Held {
  readonly conversation: Conversation;
  readonly token: string;
  readonly ttlMs: number;
  readonly lost: AbortController;
}

/** A {@link Lease} in SQLite, renewed and given back at once. */
export interface SqliteLease extends Lease {
  renew(): boolean;
  release(): void;
}

/** {@link Leases} in SQLite, given at once. */
export class SqliteLeases implements Leases {
  readonly #store: StoreCore;
  readonly #held = new Map<string, Held>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  /** Undefined while a living process holds it, this one included. One whose holder is dead is taken over. */
  acquire(conversation: Conversation, { ttlMs = 15_000 }: LeaseOptions = {}): SqliteLease | undefined {
    if (!(ttlMs > 0 && ttlMs <= MAX_TTL_MS)) throw new RangeError(`ttlMs must be over 0 and at most ${MAX_TTL_MS}.`);
    const { database, now } = this.#store;
    const { channel, chatId } = conversation;
    const held: Held = { conversation: { channel, chatId }, token: randomUUID(), ttlMs, lost: new AbortController() };
    const time = now();
    const isTaken = database.transactionUnsynced(() => {
      if (liveHolder(database, conversation, time) !== undefined) return false;
      const insert =
        "INSERT OR REPLACE INTO leases (channel, chat_id, token, holder, expires_at) VALUES (?, ?, ?, ?, ?)";
      return database.run(insert, channel, chatId, held.token, ownHolder(), Math.ceil(time + ttlMs)) > 0;
    });
    if (!isTaken) return undefined;
    this.#held.set(held.token, held);
    this.#schedule();
    return this.#leaseOf(held);
  }

  /** Who holds the lease now; undefined for nobody who lives. */
  holder(conversation: Conversation): LeaseHolder | undefined {
    const live = liveHolder(this.#store.database, conversation, this.#store.now());
    return live && { expiresAt: live.expiresAt, here: live.holder === ownHolder() };
  }

  /** Gives back all that this store holds. */
  releaseAll(): void {
    clearTimeout(this.#timer);
    for (const held of [...this.#held.values()]) this.#release(held);
  }

  #leaseOf(held: Held): SqliteLease {
    const { conversation, token, lost } = held;
    return {
      conversation,
      token,
      signal: lost.signal,
      renew: () => {
        this.#renew([held]);
        return this.#held.has(token);
      },
      release: () => this.#release(held),
    };
  }

  #release({ token, conversation }: Held): void {
    const { database } = this.#store;
    if (!this.#held.delete(token) || database.isClosed) return;
    const { channel, chatId } = conversation;
    const sql = "DELETE FROM leases WHERE channel = ? AND chat_id = ? AND token = ?";
    try {
      database.transactionUnsynced(() => database.run(sql, channel, chatId, token));
    } catch {
      // The database is locked or its disk is full: nobody renews it any more, so it ends with its time.
    }
  }

  /** One timer and one transaction for all: a server holds hundreds. A new lease never puts off the next renewal. */
  #schedule(): void {
    let ttl = Number.POSITIVE_INFINITY;
    for (const { ttlMs } of this.#held.values()) ttl = Math.min(ttl, ttlMs);
    if (ttl === Number.POSITIVE_INFINITY) return;
    const due = performance.now() + ttl / 3;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#renewAll(), ttl / 3);
    // A process that has nothing else to do may end: its leases end with it.
    this.#timer.unref();
  }

  #renewAll(): void {
    this.#timer = undefined;
    try {
      this.#renew([...this.#held.values()]);
    } catch {
      // The database is locked or its disk is full; there are two more tries before the time is over.
    }
    this.#schedule();
  }

  #renew(all: readonly Held[]): void {
    const { database, now } = this.#store;
    const sql = "UPDATE leases SET expires_at = ? WHERE channel = ? AND chat_id = ? AND token = ?";
    const mine = all.filter(({ token }) => this.#held.has(token));
    if (mine.length === 0) return;
    const lost = database.transactionUnsynced(() =>
      mine.filter(({ conversation: { channel, chatId }, token, ttlMs }) => {
        return database.run(sql, Math.ceil(now() + ttlMs), channel, chatId, token) === 0;
      }),
    );
    for (const { token, lost: controller } of lost) {
      this.#held.delete(token);
      controller.abort(new Error("Another process has taken the lease of this conversation."));
    }
  }
}
