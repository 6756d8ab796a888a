import type { Conversation } from "@toolwright/core";
import type { InvocationSummary, SummarySink } from "@toolwright/core/telemetry";
import { numberOf } from "../database/row.ts";
import type { StoreCore } from "../store-core.ts";
import { COLUMNS, summaryOf, valuesOf } from "./summary-row.ts";

/** Which summaries to list. */
export interface SummaryRange {
  readonly conversation?: Conversation;
  readonly runId?: string;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}

/** What model calls came to. */
export interface SummaryTotals {
  readonly calls: number;
  /** Of them, those that ended in an error. */
  readonly failed: number;
  /** Tokens, as far as providers said. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const MAX_LISTED = 1_000;
const INSERT = `INSERT OR IGNORE INTO ai_invocation_summaries (${COLUMNS.join(", ")})
  VALUES (${COLUMNS.map(() => "?").join(", ")})`;
const FORGET =
  "DELETE FROM ai_invocation_summaries WHERE number <= (SELECT max(number) FROM ai_invocation_summaries) - ?";

/** One row per model call, in the table `ai_invocation_summaries`. */
export class Summaries {
  readonly #store: StoreCore;
  /** For `summariseInvocations`. A summary that is there already is not stored twice. */
  readonly sink: SummarySink;

  constructor(store: StoreCore) {
    this.#store = store;
    this.sink = (summary) => this.#add(summary);
  }

  /** The newest first. */
  list({ conversation, runId, limit = 100 }: SummaryRange = {}): InvocationSummary[] {
    const { channel = null, chatId = null } = conversation ?? {};
    const count = Math.min(Math.max(0, Math.trunc(limit)), MAX_LISTED);
    const sql = `SELECT * FROM ai_invocation_summaries
      WHERE (?1 IS NULL OR (channel = ?1 AND chat_id = ?2)) AND (?3 IS NULL OR run_id = ?3)
      ORDER BY number DESC LIMIT ?4`;
    return this.#store.database.all(sql, channel, chatId, runId ?? null, count).map(summaryOf);
  }

  /** Of one conversation, or of all. */
  totals(conversation?: Conversation): SummaryTotals {
    const { channel = null, chatId = null } = conversation ?? {};
    const sql = `SELECT count(*) AS calls, total(status = 'error') AS failed, total(input_tokens) AS input,
      total(output_tokens) AS output FROM ai_invocation_summaries ${channel === null ? "" : "WHERE channel = ? AND chat_id = ?"}`;
    const values = channel === null ? [] : [channel, chatId];
    const row = this.#store.database.first(sql, ...values) ?? {};
    return {
      calls: numberOf(row, "calls"),
      failed: numberOf(row, "failed"),
      inputTokens: numberOf(row, "input"),
      outputTokens: numberOf(row, "output"),
    };
  }

  #add(summary: InvocationSummary): Promise<void> {
    const { database, limits } = this.#store;
    return database.queue(() => {
      database.run(INSERT, ...valuesOf(summary));
      database.run(FORGET, limits.summaryRows);
    });
  }
}
