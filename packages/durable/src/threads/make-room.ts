import type { Database } from "../database/database.ts";
import { numberOf, type Row, textOf } from "../database/row.ts";
import { StoreError } from "../store-error.ts";
import type { StoreLimits } from "../store-limits.ts";
import { removeThread } from "./remove-thread.ts";

/** Threads that one new thread may push out: the work stays small, the next one does the rest. */
const AT_ONCE = 100;

const IDLE = `SELECT channel, chat_id FROM threads AS t
  WHERE t.pinned = 0 AND NOT EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id)
    AND NOT EXISTS (SELECT 1 FROM leases AS l WHERE l.channel = t.channel AND l.chat_id = t.chat_id)`;
const IDLE_SINCE = `${IDLE} AND t.id <> ? AND (? OR t.updated_at < ?) ORDER BY t.touched LIMIT ?`;
/** The number of no thread. */
const NONE = 0;
const IDLE_BEYOND = `${IDLE} AND t.channel = ?1 AND t.touched <= (SELECT touched FROM threads WHERE channel = ?1
    ORDER BY touched DESC LIMIT 1 OFFSET ?2) ORDER BY t.touched LIMIT ?3`;

/** Removes idle threads, least recently used first, until one more fits. Throws `limit` when none can go. */
export function makeRoom(
  database: Database,
  {
    limits,
    now,
    keep = NONE,
  }: { readonly limits: StoreLimits; readonly now: number; readonly keep?: number | undefined },
): void {
  if (limits.threadAgeMs !== Number.POSITIVE_INFINITY) {
    removeIdle(database, [keep, 0, now - limits.threadAgeMs, AT_ONCE]);
  }
  const count = numberOf(database.first("SELECT count(*) AS n FROM threads") ?? {}, "n");
  const surplus = count + 1 - limits.threads;
  if (surplus <= 0) return;
  if (removeIdle(database, [keep, 1, 0, Math.min(surplus, AT_ONCE)]) === 0) {
    throw new StoreError("limit", `There are ${count} threads, none of them idle; ${limits.threads} are allowed.`);
  }
}

function removeIdle(
  database: Database,
  values: readonly [keep: number, any: 0 | 1, before: number, count: number],
): number {
  return removeAll(database, database.all(IDLE_SINCE, ...values));
}

/** Removes idle threads of a channel, least recently used first, so that `keep` are left. Gives how many went. */
export function trimThreads(
  database: Database,
  { channel, keep }: { readonly channel: string; readonly keep: number },
): number {
  return removeAll(database, database.all(IDLE_BEYOND, channel, Math.max(0, Math.trunc(keep)), AT_ONCE));
}

function removeAll(database: Database, idle: readonly Row[]): number {
  for (const row of idle) removeThread(database, { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") });
  return idle.length;
}
