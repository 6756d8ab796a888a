import type { Thread } from "../../port/threads.ts";
import { MAX_TTL_MS } from "../../rules/leases/holder.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { threadOf as threadAt } from "../../rules/threads/thread.ts";
import type { Row } from "../database/database.ts";

const IS_ASKING = `EXISTS (SELECT 1 FROM approvals AS a WHERE a.channel = t.channel AND a.chat_id = t.chat_id
      AND a.state = 'pending' AND (a.expires_at IS NULL OR a.expires_at > now_ms()))`;
const IS_PARKED = `EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id
      AND o.parked_seq = t.last_seq AND NOT o.stop_requested)`;

/** The columns of a {@link Thread}. */
export const SELECT_THREAD = `SELECT t.*, l.holder, l.expires_at, now_ms() AS now,
    EXISTS (SELECT 1 FROM open_runs AS o WHERE o.thread = t.id) AS is_open,
    (SELECT max(o.deaths) FROM open_runs AS o WHERE o.thread = t.id AND NOT o.stop_requested) AS deaths,
    ${IS_ASKING} AS is_asking, ${IS_PARKED} AS is_parked
  FROM threads AS t LEFT JOIN leases AS l ON l.channel = t.channel AND l.chat_id = t.chat_id`;

/**
 * A server looks twice a second for runs that it may take up, among thousands that others hold or that wait for people:
 * those stay where they are. `$2` is the holder that this process is, `$3` how those of its machine begin.
 */
export const MAYBE_FREE = `AND ((l.expires_at - now_ms() BETWEEN 1 AND ${MAX_TTL_MS}) IS NOT TRUE
    OR l.holder <> $2 AND starts_with(l.holder, $3)) AND NOT (${IS_PARKED} AND ${IS_ASKING})`;

/** A thread from its row, at the time of the database. */
export function threadOf(row: Row): Thread {
  return threadAt(row, numberOf(row, "now"));
}
