import type { Conversation } from "@toolwright/core";
import type { InvocationSummary, SummarySink } from "@toolwright/core/telemetry";
import type { Summaries, SummaryRange, SummaryTotals } from "../../port/summaries.ts";
import { checkRange, listed } from "../../rules/check-ranges.ts";
import { conditions } from "../../rules/rows/conditions.ts";
import { SUMS_OF_SAID } from "../../rules/rows/usage-columns.ts";
import { COLUMNS, summaryOf, totalsOf, valuesOf } from "../../rules/summaries/summary-row.ts";
import type { StoreCore } from "../store-core.ts";

const INSERT = `INSERT OR IGNORE INTO ai_invocation_summaries (${COLUMNS.join(", ")})
  VALUES (${COLUMNS.map(() => "?").join(", ")})`;
const FORGET =
  "DELETE FROM ai_invocation_summaries WHERE number <= (SELECT max(number) FROM ai_invocation_summaries) - ?";

/** {@link Summaries} in SQLite, read at once. */
export class SqliteSummaries implements Summaries {
  readonly #store: StoreCore;
  readonly sink: SummarySink;

  constructor(store: StoreCore) {
    this.#store = store;
    this.sink = (summary) => this.#add(summary);
  }

  list(range: SummaryRange = {}): InvocationSummary[] {
    checkRange("summaries.list", range);
    const { conversation, runId, limit = 100 } = range;
    const { where, values } = conditions(conversation, { run_id: runId });
    const sql = `SELECT * FROM ai_invocation_summaries ${where} ORDER BY number DESC LIMIT ?`;
    return this.#store.database.all(sql, ...values, listed(limit)).map(summaryOf);
  }

  totals(conversation?: Conversation): SummaryTotals {
    const { where, values } = conditions(conversation);
    const sql = `SELECT count(*) AS calls, total(status = 'error') AS failed, total(input_tokens) AS input,
      total(output_tokens) AS output, ${SUMS_OF_SAID} FROM ai_invocation_summaries ${where}`;
    return totalsOf(this.#store.database.first(sql, ...values) ?? {});
  }

  #add(summary: InvocationSummary): Promise<void> {
    const { database, limits } = this.#store;
    return database.queue(() => {
      database.run(INSERT, ...valuesOf(summary));
      database.run(FORGET, limits.summaryRows);
    });
  }
}
