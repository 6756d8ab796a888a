import type { Conversation } from "@toolwright/core";
import type { Lease, LeaseHolder, LeaseOptions, Leases } from "../../port/leases.ts";
import { conversationOf } from "../../rules/check-ranges.ts";
import { type Held, HeldLeases, newLease } from "../../rules/leases/held-leases.ts";
import { isLive, ownHolder } from "../../rules/leases/holder.ts";
import { inTime } from "../../rules/rule.ts";
import { nameOf } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { holdingOf, isHeld } from "./holding.ts";
import { takeDeathBack, takeOver } from "./take-over.ts";

/** {@link Leases} in PostgreSQL: their times are those of the database, whatever the clocks of servers say. */
export class PostgresLeases implements Leases {
  readonly #store: StoreCore;
  readonly #held: HeldLeases;

  constructor(store: StoreCore) {
    this.#store = store;
    this.#held = new HeldLeases({
      prolong: (leases) => this.#prolong(leases),
      giveBack: (lease) => this.#giveBack(lease),
      park: (lease) => this.#park(lease),
    });
  }

  async acquire(given: Conversation, options: LeaseOptions = {}): Promise<Lease | undefined> {
    const { database, bell, leaseMs } = this.#store;
    const lease = newLease(given, options, leaseMs);
    const { conversation, token, ttlMs, lost } = lease;
    const sql = "SELECT claim_lease($1, $2, $3, $4, $5) AS holder";
    const row = await database.first(sql, ...nameOf(conversation), token, ownHolder(), ttlMs);
    const holder = typeof row?.holder === "string" ? row.holder : undefined;
    if (holder !== undefined) {
      if (holder !== "" && isLive({ holder, expiresAt: 1 }, 0)) return undefined;
      const isTaken = await database.transaction((statements) => takeOver(statements, lease));
      // Where it was not, the run may be quarantined now.
      if (!isTaken) return void bell.changed(conversation);
    }
    this.#held.add(lease);
    bell.changed(conversation);
    return {
      conversation,
      token,
      signal: lost.signal,
      renew: async () => {
        await inTime(this.#held.renew([lease]));
        return this.#held.get(token) !== undefined;
      },
      release: () => inTime(this.#held.release(lease)),
      park: () => inTime(this.#held.park(lease)),
    };
  }

  async holder(conversation: Conversation): Promise<LeaseHolder | undefined> {
    const found = await holdingOf(this.#store.database, conversationOf(conversation, "leases.holder"));
    if (found === undefined || !isHeld(found)) return undefined;
    return { expiresAt: found.expiresAt, here: found.holder === ownHolder() };
  }

  /**
   * False when somebody else has taken it. What a writer is told late, after its connection was lost or its packets
   * were, may be older than its lease: then the database is asked.
   */
  async stands({ token, signal }: Lease): Promise<boolean> {
    const held = this.#held.get(token);
    if (held !== undefined && performance.now() >= held.sureUntil) await inTime(this.#held.renew([held]));
    return !signal.aborted;
  }

  /** Gives back all that this store holds. */
  async releaseAll(): Promise<void> {
    await Promise.all(this.#held.releaseAll().map(inTime));
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
    if ((await database.run(DELETE, ...nameOf(conversation), token)) === 0)
      await database.transaction((statements) => takeDeathBack(statements, conversation, token));
    bell.changed(conversation);
  }

  async #park({ token, conversation }: Held): Promise<void> {
    const { database, bell } = this.#store;
    if (database.isClosed) return;
    const names = nameOf(conversation);
    await database.transaction(async (statements) => {
      if ((await statements.run(DELETE, ...names, token)) > 0) await statements.run(PARK, ...names);
    });
    bell.changed(conversation);
  }
}

/**
 * The holder may be storing an event yet: the next one is to find it, so that this waits for the lock of the thread,
 * which a writer has until its event is stored.
 */
const DELETE = `DELETE FROM leases WHERE channel = $1 AND chat_id = $2 AND token = $3 AND 0 <= (
  SELECT count(*) FROM (SELECT 1 FROM threads WHERE channel = $1 AND chat_id = $2 FOR NO KEY UPDATE) AS locked)`;
const PARK = `UPDATE open_runs SET parked_seq = (SELECT last_seq FROM threads WHERE id = thread)
  WHERE thread = (SELECT id FROM threads WHERE channel = $1 AND chat_id = $2)`;
