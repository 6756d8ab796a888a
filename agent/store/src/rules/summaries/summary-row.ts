import type { FinishReason, LlmErrorCode, Usage } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { InvocationSummary } from "@toolwright/core/telemetry";
import type { SummaryTotals } from "../../port/summaries.ts";
import { numberOf, optionalNumber, optionalText, type Row, storedJson, textOf } from "../rows/row.ts";
import { saidBySome } from "../rows/usage-columns.ts";

type Written = string | number | null | undefined;

/** What stands in each column of `ai_invocation_summaries`. */
const WRITTEN: Readonly<Record<string, (summary: InvocationSummary) => Written>> = {
  invocation_id: ({ invocationId }) => invocationId,
  request_id: ({ requestId }) => requestId,
  trace_id: ({ traceId }) => traceId,
  graph_run_id: ({ graphRunId }) => graphRunId,
  graph_name: ({ graphName }) => graphName,
  graph_version: ({ graphVersion }) => graphVersion,
  run_id: ({ runId }) => runId,
  step: ({ step }) => step,
  channel: ({ conversation }) => conversation.channel,
  chat_id: ({ conversation }) => conversation.chatId,
  prompt_hash: ({ promptHash }) => promptHash,
  provider: ({ provider }) => provider,
  model: ({ model }) => model,
  resolved_model: ({ resolvedModel }) => resolvedModel,
  started_at: ({ startedAt }) => startedAt,
  latency_ms: ({ latencyMs }) => Math.round(latencyMs),
  status: ({ status }) => status,
  finish_reason: ({ finishReason }) => finishReason,
  error_code: ({ errorCode }) => errorCode,
  input_tokens: ({ usage }) => usage?.inputTokens,
  output_tokens: ({ usage }) => usage?.outputTokens,
  tool_call_count: ({ toolCallCount }) => toolCallCount,
  tool_calls: ({ toolCalls }) => JSON.stringify(toolCalls),
  cost_usd: ({ usage }) => usage?.costUsd,
  cached_input_tokens: ({ usage }) => usage?.cachedInputTokens,
  cache_write_tokens: ({ usage }) => usage?.cacheWriteTokens,
  reasoning_tokens: ({ usage }) => usage?.reasoningTokens,
};

/** The columns, in the order of {@link valuesOf}. */
export const COLUMNS: readonly string[] = Object.keys(WRITTEN);

/** A summary as a row. */
export function valuesOf(summary: InvocationSummary): (string | number | null)[] {
  return Object.values(WRITTEN).map((written) => written(summary) ?? null);
}

/** A summary from its row. */
export function summaryOf(row: Row): InvocationSummary {
  return {
    invocationId: textOf(row, "invocation_id"),
    ...callerOf(row),
    runId: textOf(row, "run_id"),
    step: numberOf(row, "step"),
    conversation: { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") },
    promptHash: textOf(row, "prompt_hash"),
    provider: textOf(row, "provider"),
    model: textOf(row, "model"),
    resolvedModel: textOf(row, "resolved_model"),
    startedAt: numberOf(row, "started_at"),
    latencyMs: numberOf(row, "latency_ms"),
    ...endOf(row),
    toolCallCount: numberOf(row, "tool_call_count"),
    toolCalls: storedJson(textOf(row, "tool_calls")),
  };
}

/** The sums of many summaries, from the row that counts them. */
export function totalsOf(row: Row): SummaryTotals {
  return {
    ...saidBySome(row),
    calls: numberOf(row, "calls"),
    failed: numberOf(row, "failed"),
    inputTokens: numberOf(row, "input"),
    outputTokens: numberOf(row, "output"),
  };
}

function callerOf(row: Row): Partial<InvocationSummary> {
  return present({
    requestId: optionalText(row, "request_id"),
    traceId: optionalText(row, "trace_id"),
    graphRunId: optionalText(row, "graph_run_id"),
    graphName: optionalText(row, "graph_name"),
    graphVersion: optionalText(row, "graph_version"),
  });
}

function endOf(row: Row): Pick<InvocationSummary, "status" | "finishReason" | "errorCode" | "usage"> {
  return {
    status: textOf(row, "status") === "error" ? "error" : "success",
    // What `valuesOf` wrote: the types were checked there.
    finishReason: textOf(row, "finish_reason") as FinishReason,
    ...present({ errorCode: optionalText(row, "error_code") as LlmErrorCode | undefined, usage: usageOf(row) }),
  };
}

function usageOf(row: Row): Usage | undefined {
  const inputTokens = optionalNumber(row, "input_tokens");
  const outputTokens = optionalNumber(row, "output_tokens");
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return { inputTokens, outputTokens, ...saidBySome(row) };
}
