import type { Database } from "../database/database.ts";
import type { StoredUsage } from "../journal/event-effects.ts";

/** Adds to what a run has used, or without its id the newest run of a thread: background work of an earlier run may have been counted with it. */
export function addUsage(
  database: Database,
  { thread, runId = null }: { readonly thread: number; readonly runId?: string | null },
  { inputTokens, outputTokens, costUsd }: StoredUsage,
): number {
  return database.run(ADD, inputTokens, outputTokens, costUsd, thread, runId);
}

const ADD = `UPDATE runs SET input_tokens = input_tokens + ?1, output_tokens = output_tokens + ?2,
    cost_usd = CASE WHEN ?3 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + ?3 END
  WHERE thread = ?4 AND run_id = coalesce(?5, (SELECT run_id FROM runs WHERE thread = ?4 ORDER BY seq DESC LIMIT 1))`;
