import { StoreError } from "../../port/store-error.ts";
import type { StoreLimits } from "../../port/store-limits.ts";
import type { TrimRange } from "../../port/threads.ts";
import { numberOf, type Row, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";
import { removeThread } from "./remove-thread.ts";

/** Threads that one new thread may remove or archive: the work stays small, the next one does the rest. */
const AT_ONCE = 100;

const IS_IDLE = `t.pinned = 0 AND NOT EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id)
    AND NOT EXISTS (SELECT 1 FROM leases AS l WHERE l.channel = t.channel AND l.chat_id = t.chat_id)`;
const IDLE = `SELECT channel, chat_id FROM threads AS t WHERE ${IS_IDLE}`;
/** The number of no thread. */
const NONE = 0;
const IDLE_BEYOND = `${IDLE} AND t.channel = ?1 AND (?4 IS NULL OR t.owner = ?4)
  AND t.touched <= (SELECT touched FROM threads WHERE channel = ?1 AND (?4 IS NULL OR owner = ?4)
    ORDER BY touched DESC LIMIT 1 OFFSET ?2) ORDER BY t.touched LIMIT ?3`;

const OLD = `${IDLE} AND t.id <> ? AND t.updated_at < ? ORDER BY t.touched LIMIT ?`;
const ARCHIVE = `UPDATE threads SET archived = 1 WHERE id IN (SELECT t.id FROM threads AS t
  WHERE t.archived = 0 AND ${IS_IDLE} AND t.id <> ? ORDER BY t.touched LIMIT ?)`;

/** What must hold when a thread is made. */
export interface Room {
  readonly limits: Pick<StoreLimits, "threads" | "threadAgeMs">;
  readonly now: number;
  /** The number of a thread that must stay as it is. */
  readonly keep?: number;
  /** Told how many threads were archived, once that is stored. */
  readonly onArchived: (count: number) => void;
}

/** Archives idle threads, least recently used first, until one more fits. Throws `limit` when none is idle. */
export function makeRoom(database: Database, { limits, now, keep = NONE, onArchived }: Room): void {
  if (limits.threadAgeMs !== Number.POSITIVE_INFINITY) {
    removeAll(database, database.all(OLD, keep, now - limits.threadAgeMs, AT_ONCE));
  }
  if (limits.threads === Number.POSITIVE_INFINITY) return;
  const count = numberOf(database.first("SELECT count(*) AS n FROM threads WHERE archived = 0") ?? {}, "n");
  const surplus = count + 1 - limits.threads;
  if (surplus <= 0) return;
  const archived = database.run(ARCHIVE, keep, Math.min(surplus, AT_ONCE));
  if (archived === 0) {
    throw new StoreError("limit", `There are ${count} threads, none of them idle; ${limits.threads} are allowed.`);
  }
  database.afterCommit(() => onArchived(archived));
}

/** Removes idle threads of a channel, least recently used first, so that `keep` are left. Gives how many went. */
export function trimThreads(database: Database, { channel, keep, owner = null }: TrimOptions): number {
  return removeAll(database, database.all(IDLE_BEYOND, channel, Math.max(0, Math.trunc(keep)), AT_ONCE, owner));
}

type TrimOptions = Omit<TrimRange, "owner"> & { readonly owner?: string | null };

function removeAll(database: Database, idle: readonly Row[]): number {
  for (const row of idle) removeThread(database, { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") });
  return idle.length;
}
