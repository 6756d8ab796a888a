import type { FinishReason, LlmErrorCode, Usage } from "../model/model-port.ts";
import type { ErrorCode } from "../result/error-info.ts";
import type { Conversation } from "../tool/conversation.ts";

/** One call that a model asked for, without what was said in it. */
export interface SummarisedToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** Milliseconds inside `execute`; 0 for a call that never ran. */
  readonly latencyMs: number;
  readonly errorCode?: ErrorCode;
}

/** One model call, whether it succeeded or failed: one row of `ai_invocation_summaries`. Holds no content. */
export interface InvocationSummary {
  /** Unique. */
  readonly invocationId: string;
  readonly requestId?: string;
  readonly traceId?: string;
  readonly graphRunId?: string;
  readonly graphName?: string;
  readonly graphVersion?: string;
  readonly runId: string;
  /** From 0. */
  readonly step: number;
  readonly conversation: Conversation;
  /** See `promptHash`. */
  readonly promptHash: string;
  /** What stands before the colon of the model port's name; the whole name where there is none. */
  readonly provider: string;
  /** What was asked for. */
  readonly model: string;
  /** What answered, as the provider says. */
  readonly resolvedModel: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the request to the end of the answer, on a monotonic clock. */
  readonly latencyMs: number;
  readonly status: "success" | "error";
  readonly finishReason: FinishReason;
  readonly errorCode?: LlmErrorCode;
  /** Left out where the provider does not say. */
  readonly usage?: Usage;
  /** How many calls the model asked for. */
  readonly toolCallCount: number;
  readonly toolCalls: readonly SummarisedToolCall[];
}

/** The name of a model port as its provider and its model. */
export function partsOfName(name: string): Pick<InvocationSummary, "provider" | "model"> {
  const colon = name.indexOf(":");
  return { provider: colon === -1 ? name : name.slice(0, colon), model: name.slice(colon + 1) };
}
