import type { StoredUsage } from "../../rules/journal/event-effects.ts";
import type { Database } from "../database/database.ts";

/**
 * Adds to what a run has used, or without its id the newest run of a thread: background work of an earlier run may have
 * been counted with it.
 */
export function addUsage(
  database: Database,
  { thread, runId = null }: { readonly thread: number; readonly runId?: string | null },
  { inputTokens, outputTokens, costUsd, cachedInputTokens, cacheWriteTokens, reasoningTokens }: StoredUsage,
): number {
  const said = [cachedInputTokens, cacheWriteTokens, reasoningTokens] as const;
  return database.run(ADD, inputTokens, outputTokens, costUsd, thread, runId, ...said);
}

const ADD = `UPDATE runs SET input_tokens = input_tokens + ?1, output_tokens = output_tokens + ?2,
    cost_usd = coalesce(cost_usd + ?3, cost_usd, ?3),
    cached_input_tokens = coalesce(cached_input_tokens + ?6, cached_input_tokens, ?6),
    cache_write_tokens = coalesce(cache_write_tokens + ?7, cache_write_tokens, ?7),
    reasoning_tokens = coalesce(reasoning_tokens + ?8, reasoning_tokens, ?8)
  WHERE thread = ?4 AND run_id = coalesce(?5, (SELECT run_id FROM runs WHERE thread = ?4 ORDER BY seq DESC LIMIT 1))`;
