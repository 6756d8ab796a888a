import { numberOf } from "../../rules/rows/row.ts";
import { firstSaidIn, READ_AT_ONCE } from "../../rules/threads/first-said.ts";
import type { Database } from "../database/database.ts";

const NOT_READ = "FROM threads AS t WHERE t.channel = $1 AND t.first_said IS NULL AND t.run_seq > 0";
/** Others that look meanwhile take other threads; one that is being written to is read by the next look. */
const TAKEN = `SELECT t.id, (SELECT m.body FROM events AS e JOIN messages AS m ON m.id = e.input[array_upper(e.input, 1)]
    WHERE e.thread = t.id AND e.seq = (SELECT min(r.seq) FROM runs AS r WHERE r.thread = t.id)) AS said
  ${NOT_READ} LIMIT $2 FOR NO KEY UPDATE OF t SKIP LOCKED`;
const READ = `UPDATE threads AS t SET first_said = f.said FROM unnest($1::bigint[], $2::text[]) AS f (id, said)
  WHERE t.id = f.id`;

/**
 * Reads what threads of an earlier version were begun with, some at once. False where there are none that nobody else
 * works on.
 */
export async function readFirstSaid(database: Database, channel: string): Promise<boolean> {
  if ((await database.first(`SELECT 1 ${NOT_READ} LIMIT 1`, channel)) === undefined) return false;
  return database.transaction(async (statements) => {
    const rows = await statements.all(TAKEN, channel, READ_AT_ONCE);
    const ids = rows.map((row) => numberOf(row, "id"));
    if (ids.length > 0) await statements.run(READ, ids, rows.map(firstSaidIn));
    return ids.length > 0;
  });
}
