import { numberOf, optionalNumber, optionalText, type Row, textOf } from "../database/row.ts";
import { isLive } from "../leases/holder.ts";
import type { ForkedFrom, Thread, ThreadStatus } from "../port/threads.ts";

/** The columns of a {@link Thread}; takes the time as its first value. */
export const SELECT_THREAD = `SELECT t.*, l.holder, l.expires_at,
    EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id) AS is_open,
    EXISTS (SELECT 1 FROM approvals AS a WHERE a.channel = t.channel AND a.chat_id = t.chat_id
      AND a.state = 'pending' AND (a.expires_at IS NULL OR a.expires_at > ?)) AS is_asking
  FROM threads AS t LEFT JOIN leases AS l ON l.channel = t.channel AND l.chat_id = t.chat_id`;

/** A thread from its row. */
export function threadOf(row: Row, now: number): Thread {
  const forkedFrom = forkedFromOf(row);
  return {
    conversation: { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") },
    title: textOf(row, "title"),
    createdAt: numberOf(row, "created_at"),
    updatedAt: numberOf(row, "updated_at"),
    status: threadStatus({ isOpen: row.is_open === 1, isAsking: row.is_asking === 1, isHeld: isHeld(row, now) }),
    lastSeq: numberOf(row, "last_seq"),
    ...(forkedFrom && { forkedFrom }),
    ...(row.pinned === 1 && { pinned: true }),
    ...(row.archived === 1 && { archived: true }),
  };
}

/** Undefined for a thread that is no fork. */
function forkedFromOf(row: Row): ForkedFrom | undefined {
  const channel = optionalText(row, "forked_channel");
  if (channel === undefined) return undefined;
  return { conversation: { channel, chatId: textOf(row, "forked_chat_id") }, seq: numberOf(row, "forked_seq") };
}

function isHeld(row: Row, now: number): boolean {
  const holder = optionalText(row, "holder");
  return holder !== undefined && isLive({ holder, expiresAt: optionalNumber(row, "expires_at") ?? 0 }, now);
}

/** What follows of an open run, a question that waits, and a living holder of the lease. */
export function threadStatus(seen: {
  readonly isOpen: boolean;
  readonly isAsking: boolean;
  readonly isHeld: boolean;
}): ThreadStatus {
  if (!seen.isOpen) return "idle";
  if (seen.isAsking) return "waiting";
  return seen.isHeld ? "running" : "interrupted";
}
