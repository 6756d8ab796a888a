import type { Database } from "../database/database.ts";
import { numberOf, textOf } from "../database/row.ts";

/** Where a run stands in its journal. */
export interface StoredRun {
  readonly runId: string;
  /** The number of its first event. */
  readonly seq: number;
}

/** Which runs to list. */
export interface RunRange {
  /** Only runs that began before this event. */
  readonly before?: number | undefined;
  /** Default 50, at most 1,000. */
  readonly limit?: number;
}

const MAX_LISTED = 1_000;

/** The runs of a thread that are no part of a call, newest first. */
export function listRuns(
  database: Database,
  thread: number,
  { before = Number.MAX_SAFE_INTEGER, limit = 50 }: RunRange,
): StoredRun[] {
  const sql = "SELECT run_id, seq FROM runs WHERE thread = ? AND seq < ? ORDER BY seq DESC LIMIT ?";
  const count = Math.min(Math.max(0, Math.trunc(limit)), MAX_LISTED);
  return database
    .all(sql, thread, before, count)
    .map((row) => ({ runId: textOf(row, "run_id"), seq: numberOf(row, "seq") }));
}
