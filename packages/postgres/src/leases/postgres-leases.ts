import { randomUUID } from "node:crypto";
import type { Conversation } from "@toolwright/core";
import { MAX_TTL_MS, ownHolder } from "@toolwright/durable/adapter";
import type { Lease, LeaseHolder, LeaseOptions, Leases } from "@toolwright/durable/store";
import { storedText } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { holdingOf, isHeld, unlessDead } from "./holding.ts";

interface Held {
  readonly conversation: Conversation;
  readonly token: string;
  readonly ttlMs: number;
  readonly lost: AbortController;
  /** Until then nobody can have taken it, by the clock of `performance.now()`. */
  sureUntil: number;
}

/** {@link Leases} in PostgreSQL: their times are those of the database, whatever the clocks of servers say. */
export class PostgresLeases implements Leases {
  readonly #store: StoreCore;
  readonly #held = new Map<string, Held>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  async acquire({ channel, chatId }: Conversation, options: LeaseOptions = {}): Promise<Lease | undefined> {
    const { ttlMs = this.#store.leaseMs } = options;
    if (!(ttlMs > 0 && ttlMs <= MAX_TTL_MS)) throw new RangeError(`ttlMs must be over 0 and at most ${MAX_TTL_MS}.`);
    const { database, bell } = this.#store;
    const [conversation, sureUntil] = [{ channel, chatId }, performance.now() + ttlMs];
    const held: Held = { conversation, token: randomUUID(), ttlMs, lost: new AbortController(), sureUntil };
    const sql = "SELECT take_lease($1, $2, $3, $4, $5, $6) AS holder";
    const named = [storedText(channel), storedText(chatId), held.token, ownHolder(), ttlMs] as const;
    const holder = await unlessDead(async (dead) => {
      const row = await database.first(sql, ...named, dead);
      return typeof row?.holder === "string" ? row.holder : undefined;
    });
    if (holder !== undefined) return undefined;
    this.#held.set(held.token, held);
    this.#schedule();
    bell.changed(held.conversation);
    return this.#leaseOf(held);
  }

  async holder(conversation: Conversation): Promise<LeaseHolder | undefined> {
    const found = await holdingOf(this.#store.database, conversation);
    if (found === undefined || !isHeld(found)) return undefined;
    return { expiresAt: found.expiresAt, here: found.holder === ownHolder() };
  }

  /**
   * False when somebody else has taken it. What a writer is told late, after its connection was lost or its packets were, may be older
   * than its lease: then the database is asked.
   */
  async stands({ token, signal }: Lease): Promise<boolean> {
    const held = this.#held.get(token);
    if (held !== undefined && performance.now() >= held.sureUntil) await this.#renew([held]);
    return !signal.aborted;
  }

  /** Gives back all that this store holds. */
  async releaseAll(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all([...this.#held.values()].map((held) => this.#release(held)));
  }

  #leaseOf(held: Held): Lease {
    const { conversation, token, lost } = held;
    return {
      conversation,
      token,
      signal: lost.signal,
      renew: async () => {
        await this.#renew([held]);
        return this.#held.has(token);
      },
      release: () => this.#release(held),
    };
  }

  async #release({ token, conversation }: Held): Promise<void> {
    const { database, bell } = this.#store;
    if (!this.#held.delete(token) || database.isClosed) return;
    const sql = "DELETE FROM leases WHERE channel = $1 AND chat_id = $2 AND token = $3";
    try {
      await database.run(sql, storedText(conversation.channel), storedText(conversation.chatId), token);
      bell.changed(conversation);
    } catch {
      // The database cannot be reached: nobody renews it any more, so it ends with its time.
    }
  }

  /** One timer and one statement for all: a server holds hundreds. A new lease never puts off the next renewal. */
  #schedule(): void {
    let ttl = Number.POSITIVE_INFINITY;
    for (const { ttlMs } of this.#held.values()) ttl = Math.min(ttl, ttlMs);
    if (ttl === Number.POSITIVE_INFINITY) return;
    const due = performance.now() + ttl / 3;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.#renewAll(), ttl / 3);
    // A process that has nothing else to do may end: its leases end with it.
    this.#timer.unref();
  }

  async #renewAll(): Promise<void> {
    this.#timer = undefined;
    this.#schedule();
    try {
      await this.#renew([...this.#held.values()]);
    } catch {
      // The database cannot be reached; the next try is on its way, and until somebody takes a lease it still counts.
    }
  }

  async #renew(all: readonly Held[]): Promise<void> {
    const mine = all.filter(({ token }) => this.#held.has(token));
    if (mine.length === 0) return;
    const asked = performance.now();
    const sql = `UPDATE leases AS l SET expires_at = ceil(now_ms() + mine.ttl)
      FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) AS mine (channel, chat_id, token, ttl)
      WHERE l.channel = mine.channel AND l.chat_id = mine.chat_id AND l.token = mine.token RETURNING l.token`;
    const channels = mine.map(({ conversation }) => storedText(conversation.channel));
    const chatIds = mine.map(({ conversation }) => storedText(conversation.chatId));
    const tokens = mine.map(({ token }) => token);
    const rows = await this.#store.database.all(
      sql,
      channels,
      chatIds,
      tokens,
      mine.map(({ ttlMs }) => ttlMs),
    );
    const kept = new Set(rows.map(({ token }) => token));
    for (const held of mine) {
      const { token, ttlMs, lost } = held;
      if (kept.has(token)) held.sureUntil = asked + ttlMs;
      // What was given back meanwhile was not lost.
      if (kept.has(token) || !this.#held.delete(token)) continue;
      lost.abort(new Error("Another process has taken the lease of this conversation."));
    }
  }
}
