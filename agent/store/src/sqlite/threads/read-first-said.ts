import { numberOf } from "../../rules/rows/row.ts";
import { firstSaidIn, READ_AT_ONCE } from "../../rules/threads/first-said.ts";
import type { Database } from "../database/database.ts";

const NOT_READ = `SELECT t.id, (SELECT m.body FROM events AS e JOIN messages AS m ON m.id = e.input ->> '$[#-1]'
    WHERE e.thread = t.id AND e.seq = (SELECT min(r.seq) FROM runs AS r WHERE r.thread = t.id)) AS said
  FROM threads AS t WHERE t.channel = ? AND t.first_said IS NULL AND t.run_seq > 0 LIMIT ?`;

/** Reads what threads of an earlier version were begun with, some at once. False where there are none. */
export function readFirstSaid(database: Database, channel: string): boolean {
  if (database.first(NOT_READ, channel, 1) === undefined) return false;
  database.transactionUnsynced(() => {
    for (const row of database.all(NOT_READ, channel, READ_AT_ONCE)) {
      database.run("UPDATE threads SET first_said = ? WHERE id = ?", firstSaidIn(row), numberOf(row, "id"));
    }
  });
  return true;
}
