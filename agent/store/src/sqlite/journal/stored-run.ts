import type { RunRange, StoredRun } from "../../port/journal.ts";
import { listed } from "../../rules/check-ranges.ts";
import { numberOf, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";

/** The runs of a thread that are no part of a call, newest first. */
export function listRuns(
  database: Database,
  thread: number,
  { before = Number.MAX_SAFE_INTEGER, limit = 50 }: RunRange,
): StoredRun[] {
  const sql = "SELECT run_id, seq FROM runs WHERE thread = ? AND seq < ? ORDER BY seq DESC LIMIT ?";
  return database
    .all(sql, thread, before, listed(limit))
    .map((row) => ({ runId: textOf(row, "run_id"), seq: numberOf(row, "seq") }));
}
