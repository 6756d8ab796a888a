import type { Conversation } from "@toolwright/core";
import type { InvocationSummary, SummarySink } from "@toolwright/core/telemetry";
import type { Summaries, SummaryRange, SummaryTotals } from "../../port/summaries.ts";
import { checkRange, listed } from "../../rules/check-ranges.ts";
import { conditions, numbered } from "../../rules/rows/conditions.ts";
import { SUMS_OF_SAID } from "../../rules/rows/usage-columns.ts";
import {
  COLUMNS as SUMMARY_COLUMNS,
  summaryOf,
  totalsOf as summaryTotalsOf,
  valuesOf as summaryValues,
} from "../../rules/summaries/summary-row.ts";
import type { StoreCore } from "../store-core.ts";

const INSERT = `INSERT INTO ai_invocation_summaries (${SUMMARY_COLUMNS.join(", ")})
  VALUES (${SUMMARY_COLUMNS.map((_, n) => `$${n + 1}`).join(", ")}) ON CONFLICT (invocation_id) DO NOTHING`;
const FORGET = `DELETE FROM ai_invocation_summaries WHERE number IN (SELECT number FROM ai_invocation_summaries
  WHERE number <= (SELECT max(number) FROM ai_invocation_summaries) - $1 FOR UPDATE SKIP LOCKED)`;

/** {@link Summaries} in PostgreSQL. */
export class PostgresSummaries implements Summaries {
  readonly #store: StoreCore;
  readonly sink: SummarySink;

  constructor(store: StoreCore) {
    this.#store = store;
    this.sink = (summary) => this.#add(summary);
  }

  async list(range: SummaryRange = {}): Promise<InvocationSummary[]> {
    checkRange("summaries.list", range);
    const { conversation, runId, limit = 100 } = range;
    const { where, values } = conditions(conversation, { run_id: runId }, numbered);
    const sql = `SELECT * FROM ai_invocation_summaries ${where} ORDER BY number DESC LIMIT $${values.length + 1}`;
    return (await this.#store.database.all(sql, ...values, listed(limit))).map(summaryOf);
  }

  async totals(conversation?: Conversation): Promise<SummaryTotals> {
    const { where, values } = conditions(conversation, {}, numbered);
    const sql = `SELECT count(*) AS calls, count(*) FILTER (WHERE status = 'error') AS failed,
      coalesce(sum(input_tokens), 0)::bigint AS input, coalesce(sum(output_tokens), 0)::bigint AS output,
      ${SUMS_OF_SAID} FROM ai_invocation_summaries ${where}`;
    return summaryTotalsOf((await this.#store.database.first(sql, ...values)) ?? {});
  }

  async #add(summary: InvocationSummary): Promise<void> {
    const { database, limits } = this.#store;
    await database.run(INSERT, ...summaryValues(summary));
    await database.run(FORGET, limits.summaryRows);
  }
}
