import type { Conversation } from "@toolwright/core";
import { conversationOf, type Held, HeldLeases, newLease, ownHolder } from "@toolwright/durable/adapter";
import type { Lease, LeaseHolder, LeaseOptions, Leases } from "@toolwright/durable/store";
import { nameOf } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { holdingOf, isHeld, unlessDead } from "./holding.ts";

/** {@link Leases} in PostgreSQL: their times are those of the database, whatever the clocks of servers say. */
export class PostgresLeases implements Leases {
  readonly #store: StoreCore;
  readonly #held: HeldLeases;

  constructor(store: StoreCore) {
    this.#store = store;
    this.#held = new HeldLeases({
      prolong: (leases) => this.#prolong(leases),
      giveBack: (lease) => this.#giveBack(lease),
    });
  }

  async acquire(given: Conversation, options: LeaseOptions = {}): Promise<Lease | undefined> {
    const { database, bell, leaseMs } = this.#store;
    const lease = newLease(given, options, leaseMs);
    const { conversation, token, ttlMs, lost } = lease;
    const sql = "SELECT take_lease($1, $2, $3, $4, $5, $6) AS holder";
    const holder = await unlessDead(async (dead) => {
      const row = await database.first(sql, ...nameOf(conversation), token, ownHolder(), ttlMs, dead);
      return typeof row?.holder === "string" ? row.holder : undefined;
    });
    if (holder !== undefined) return undefined;
    this.#held.add(lease);
    bell.changed(conversation);
    return {
      conversation,
      token,
      signal: lost.signal,
      renew: async () => {
        await this.#held.renew([lease]);
        return this.#held.get(token) !== undefined;
      },
      release: () => this.#held.release(lease),
    };
  }

  async holder(conversation: Conversation): Promise<LeaseHolder | undefined> {
    const found = await holdingOf(this.#store.database, conversationOf(conversation, "leases.holder"));
    if (found === undefined || !isHeld(found)) return undefined;
    return { expiresAt: found.expiresAt, here: found.holder === ownHolder() };
  }

  /**
   * False when somebody else has taken it. What a writer is told late, after its connection was lost or its packets were, may be older
   * than its lease: then the database is asked.
   */
  async stands({ token, signal }: Lease): Promise<boolean> {
    const held = this.#held.get(token);
    if (held !== undefined && performance.now() >= held.sureUntil) await this.#held.renew([held]);
    return !signal.aborted;
  }

  /** Gives back all that this store holds. */
  async releaseAll(): Promise<void> {
    await Promise.all(this.#held.releaseAll());
  }

  async #prolong(leases: readonly Held[]): Promise<ReadonlySet<unknown>> {
    const sql = `UPDATE leases AS l SET expires_at = ceil(now_ms() + mine.ttl)
      FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) AS mine (channel, chat_id, token, ttl)
      WHERE l.channel = mine.channel AND l.chat_id = mine.chat_id AND l.token = mine.token RETURNING l.token`;
    const channels = leases.map(({ conversation }) => conversation.channel);
    const chatIds = leases.map(({ conversation }) => conversation.chatId);
    const tokens = leases.map(({ token }) => token);
    const times = leases.map(({ ttlMs }) => ttlMs);
    const rows = await this.#store.database.all(sql, channels, chatIds, tokens, times);
    return new Set(rows.map(({ token }) => token));
  }

  async #giveBack({ token, conversation }: Held): Promise<void> {
    const { database, bell } = this.#store;
    if (database.isClosed) return;
    const sql = "DELETE FROM leases WHERE channel = $1 AND chat_id = $2 AND token = $3";
    await database.run(sql, ...nameOf(conversation), token);
    bell.changed(conversation);
  }
}
