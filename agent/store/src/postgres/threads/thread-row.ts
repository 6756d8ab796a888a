import type { Thread } from "../../port/threads.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { threadOf as threadAt } from "../../rules/threads/thread.ts";
import type { Row } from "../database/database.ts";

/** The columns of a {@link Thread}. */
export const SELECT_THREAD = `SELECT t.*, l.holder, l.expires_at, now_ms() AS now,
    EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id) AS is_open,
    (SELECT max(o.deaths) FROM open_runs AS o WHERE o.thread = t.id AND NOT o.stop_requested) AS deaths,
    EXISTS (SELECT 1 FROM approvals AS a WHERE a.channel = t.channel AND a.chat_id = t.chat_id
      AND a.state = 'pending' AND (a.expires_at IS NULL OR a.expires_at > now_ms())) AS is_asking,
    EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id
      AND o.parked_seq = t.last_seq AND NOT o.stop_requested) AS is_parked
  FROM threads AS t LEFT JOIN leases AS l ON l.channel = t.channel AND l.chat_id = t.chat_id`;

/** A thread from its row, at the time of the database. */
export function threadOf(row: Row): Thread {
  return threadAt(row, numberOf(row, "now"));
}
