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

/** Where so many come at once, those after them wait for others: each changes four pages of the file. */
const CROWD = 5;
/** Milliseconds. */
const GATHERED_MS = 250;

/** Why summaries could not be stored, of those that could not. */
type Failures = ReadonlyMap<InvocationSummary, unknown>;

/** {@link Summaries} in SQLite, read at once. */
export class SqliteSummaries implements Summaries {
  readonly #store: StoreCore;
  readonly sink: SummarySink;
  #waiting: InvocationSummary[] = [];
  /** What becomes of those that wait. */
  #stored: Promise<Failures> | undefined;
  #begin = (): void => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isCrowd = false;

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

  /** Gives those that wait to the next commit. */
  flush(): void {
    if (this.#stored === undefined) return;
    clearTimeout(this.#timer);
    this.#isCrowd = this.#waiting.length >= CROWD;
    this.#begin();
    this.#stored = undefined;
  }

  async #add(summary: InvocationSummary): Promise<void> {
    this.#waiting.push(summary);
    this.#stored ??= new Promise((resolve) => {
      this.#begin = () => resolve(this.#write(this.#waiting.splice(0)));
      this.#timer = setTimeout(() => this.flush(), this.#isCrowd ? GATHERED_MS : 0);
    });
    const failures = await this.#stored;
    if (failures.has(summary)) throw failures.get(summary);
  }

  async #write(summaries: readonly InvocationSummary[]): Promise<Failures> {
    const { database, limits } = this.#store;
    try {
      await database.queue(() => {
        for (const summary of summaries) database.run(INSERT, ...valuesOf(summary));
        database.run(FORGET, limits.summaryRows);
      });
      return new Map();
    } catch (error) {
      const [one, ...others] = summaries;
      if (one === undefined || others.length === 0) return new Map(one && [[one, error]]);
      // One that cannot be stored takes no other with it.
      const ends = await Promise.all(summaries.map((each) => this.#write([each])));
      return new Map(ends.flatMap((failures) => [...failures]));
    }
  }
}
