import type { Conversation } from "@toolwright/core";
import type { Lease, LeaseHolder, LeaseOptions, Leases } from "../../port/leases.ts";
import { conversationOf } from "../../rules/check-ranges.ts";
import { bootTimeIn } from "../../rules/leases/boot-clock.ts";
import { type Held, HeldLeases, newLease } from "../../rules/leases/held-leases.ts";
import { countsAfter } from "../../rules/leases/held-row.ts";
import { isKnownToLive, isLive, msLeft, ownHolder } from "../../rules/leases/holder.ts";
import { mayBeTakenUp } from "../../rules/quarantine/deaths.ts";
import { atOnce } from "../../rules/rule.ts";
import type { Database } from "../database/database.ts";
import { noteDeath, openRun, takeDeathBack } from "../quarantine/open-run.ts";
import type { StoreCore } from "../store-core.ts";
import { heldRow, liveHolder } from "./lease.ts";

/** A {@link Lease} in SQLite, renewed and given back at once. */
export interface SqliteLease extends Lease {
  renew(): boolean;
  release(): void;
  park(): void;
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
      park: (lease) => this.#park(lease),
    });
  }

  acquire(given: Conversation, options: LeaseOptions = {}): SqliteLease | undefined {
    const lease = newLease(given, options, 15_000);
    const { database, now } = this.#store;
    const { conversation, token, lost } = lease;
    if (!database.transactionUnsynced(() => take(database, lease, now()))) return undefined;
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
      park: () => atOnce(this.#held.park(lease)),
    };
  }

  holder(conversation: Conversation): LeaseHolder | undefined {
    const named = conversationOf(conversation, "leases.holder");
    const now = this.#store.now();
    const live = liveHolder(this.#store.database, named, now);
    return live && { expiresAt: Math.round(now + msLeft(live, now)), here: live.holder === ownHolder() };
  }

  /** Gives back all that this store holds. */
  releaseAll(): void {
    for (const given of this.#held.releaseAll()) atOnce(given);
  }

  #prolong(leases: readonly Held[]): ReadonlySet<string> {
    const { database, now } = this.#store;
    const sql = `UPDATE leases SET expires_at = ?, boot = ?, boot_until = ?
      WHERE channel = ? AND chat_id = ? AND token = ?`;
    const standing = database.transactionUnsynced(() =>
      leases.filter(({ conversation: { channel, chatId }, token, ttlMs }) => {
        return database.run(sql, ...endsIn(ttlMs, now()), channel, chatId, token) > 0;
      }),
    );
    return new Set(standing.map(({ token }) => token));
  }

  #giveBack({ token, conversation: { channel, chatId } }: Held): void {
    const { database } = this.#store;
    if (database.isClosed) return;
    database.transactionUnsynced(() => {
      database.run(DELETE, channel, chatId, token);
      takeDeathBack(database, { channel, chatId }, token);
    });
  }

  #park({ token, conversation: { channel, chatId } }: Held): void {
    const { database } = this.#store;
    if (database.isClosed) return;
    database.transaction(() => {
      if (database.run(DELETE, channel, chatId, token) > 0) database.run(PARK, channel, chatId);
    });
  }
}

const DELETE = "DELETE FROM leases WHERE channel = ? AND chat_id = ? AND token = ?";
const PARK = `UPDATE open_runs SET parked_seq = (SELECT last_seq FROM threads WHERE id = thread)
  WHERE thread = (SELECT id FROM threads WHERE channel = ? AND chat_id = ?)`;

const INSERT = `INSERT INTO leases (channel, chat_id, token, holder, expires_at, boot, boot_until, after_seq)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, coalesce(?8, (SELECT last_seq FROM threads WHERE channel = ?1 AND chat_id = ?2), 0))`;

/**
 * Takes a lease, inside a transaction. False while a living process holds it, and where its run may not be taken up
 * now.
 */
function take(database: Database, { conversation, token, ttlMs }: Held, now: number): boolean {
  const { channel, chatId } = conversation;
  const held = heldRow(database, conversation);
  if (held !== undefined && isLive(held, now)) return false;
  database.run("DELETE FROM leases WHERE channel = ? AND chat_id = ?", channel, chatId);
  const open = openRun(database, conversation);
  const isDeath = open !== undefined && held !== undefined && !isKnownToLive(held.holder);
  const run = isDeath ? noteDeath(database, open, held, now) : open;
  if (run !== undefined && !mayBeTakenUp(run, now)) return false;
  const after = countsAfter(held) ?? null;
  return database.run(INSERT, channel, chatId, token, ownHolder(), ...endsIn(ttlMs, now), after) > 0;
}

/** The end of a lease by the time of day, and by the clock of this start of the machine. */
function endsIn(ttlMs: number, now: number): readonly [number, string | null, number | null] {
  const { boot = null, until = null } = bootTimeIn(ttlMs) ?? {};
  return [Math.ceil(now + ttlMs), boot, until];
}
