import type { Conversation, Usage } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { ForkedFrom, Thread, ThreadPage, ThreadStatus } from "../../port/threads.ts";
import { bootTimeOf } from "../leases/boot-clock.ts";
import { isLive } from "../leases/holder.ts";
import { deathsIn, isQuarantined, mayBeTakenUp, pauseEnd } from "../quarantine/deaths.ts";
import { numberOf, optionalNumber, optionalText, type Row, textOf } from "../rows/row.ts";
import { saidBySome } from "../rows/usage-columns.ts";

/** The columns of a {@link Thread}; takes the time as its first value. */
export const SELECT_THREAD = `SELECT t.*, l.holder, l.expires_at, l.boot, l.boot_until,
    EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id) AS is_open,
    (SELECT max(o.deaths) FROM open_runs AS o WHERE o.thread = t.id AND o.stop_requested = 0) AS deaths,
    EXISTS (SELECT 1 FROM approvals AS a WHERE a.channel = t.channel AND a.chat_id = t.chat_id
      AND a.state = 'pending' AND (a.expires_at IS NULL OR a.expires_at > ?)) AS is_asking,
    EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id
      AND o.parked_seq = t.last_seq AND o.stop_requested = 0) AS is_parked
  FROM threads AS t LEFT JOIN leases AS l ON l.channel = t.channel AND l.chat_id = t.chat_id`;

/** A thread from its row, of whichever store: what is true is so, or 1. */
export function threadOf(row: Row, now: number): Thread {
  const forkedFrom = forkedFromOf(row);
  const status = statusOf(row, now);
  const retryAt = status === "interrupted" ? pauseEnd(deathsIn(row.deaths), now) : undefined;
  return {
    conversation: namesIn(row),
    title: textOf(row, "title"),
    createdAt: numberOf(row, "created_at"),
    updatedAt: numberOf(row, "updated_at"),
    status,
    lastSeq: numberOf(row, "last_seq"),
    ...present({ retryAt }),
    ...(forkedFrom && { forkedFrom }),
    ...present({ owner: optionalText(row, "owner") }),
    ...(Boolean(row.pinned) && { pinned: true }),
    ...(Boolean(row.archived) && { archived: true }),
  };
}

/** Undefined for a thread that is no fork. */
function forkedFromOf(row: Row): ForkedFrom | undefined {
  const channel = optionalText(row, "forked_channel");
  if (channel === undefined) return undefined;
  return { conversation: { channel, chatId: textOf(row, "forked_chat_id") }, seq: numberOf(row, "forked_seq") };
}

/** A page of a list, from its rows and, where there is one, the first of the next page. */
export function pageOf(rows: readonly Row[], count: number, read: (row: Row) => Thread): ThreadPage {
  const shown = rows.slice(0, count);
  const threads = shown.map(read);
  const last = shown.at(-1);
  return rows.length > count && last !== undefined ? { threads, next: String(last.touched) } : { threads };
}

/** What runs have used, from the row that sums it up. */
export function usageIn(row: Row): Usage {
  return { inputTokens: numberOf(row, "input"), outputTokens: numberOf(row, "output"), ...saidBySome(row) };
}

/** Whether a living process holds the lease of a thread. */
function isRowHeld(row: Row, now: number): boolean {
  const holder = optionalText(row, "holder");
  return (
    holder !== undefined &&
    isLive({ holder, expiresAt: optionalNumber(row, "expires_at") ?? 0, bootTime: bootTimeOf(row) }, now)
  );
}

/** Whether anybody may take up the open run of a thread now. One that waits in no process has nothing to do before. */
export function isRowFree(row: Row, now: number): boolean {
  if (row.is_parked && row.is_asking) return false;
  return !isRowHeld(row, now) && mayBeTakenUp({ deaths: deathsIn(row.deaths), isStopRequested: false }, now);
}

/** The conversation that a row is about. */
export function namesIn(row: Row): Conversation {
  return { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") };
}

/**
 * What follows of an open run, the processes that it has ended, a question that waits, and a living holder of the
 * lease.
 */
function statusOf(row: Row, now: number): ThreadStatus {
  if (!row.is_open) return "idle";
  if (isQuarantined(deathsIn(row.deaths))) return "quarantined";
  if (row.is_asking) return "waiting";
  return isRowHeld(row, now) ? "running" : "interrupted";
}
