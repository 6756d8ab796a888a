import type { Usage } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { optionalNumber, type Row } from "./row.ts";

/** What only some providers say, in the columns of runs and summaries; null where none did. */
export type SaidBySome = Omit<Usage, "inputTokens" | "outputTokens">;

/** The sums of these columns, as SQLite and PostgreSQL take them; `saidBySome` reads them. */
export const SUMS_OF_SAID = `CAST(sum(cached_input_tokens) AS bigint) AS cached_input_tokens,
  CAST(sum(cache_write_tokens) AS bigint) AS cache_write_tokens,
  CAST(sum(reasoning_tokens) AS bigint) AS reasoning_tokens, sum(cost_usd) AS cost_usd`;

/** What of it is known, from a row. */
export function saidBySome(row: Row): SaidBySome {
  return present({
    cachedInputTokens: optionalNumber(row, "cached_input_tokens"),
    cacheWriteTokens: optionalNumber(row, "cache_write_tokens"),
    reasoningTokens: optionalNumber(row, "reasoning_tokens"),
    costUsd: optionalNumber(row, "cost_usd"),
  });
}
