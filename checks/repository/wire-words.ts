import type { ErrorCode, EventData, EventType, FinishReason, LlmErrorCode, StopReason } from "@toolwright/core";
import type { StoreErrorCode, ThreadStatus } from "@toolwright/store";

/** The compiler holds all of these to the types: a name too many or too few does not compile. */
export const payloads = {
  run_start: { input: true, model: true, contextWindow: true, compact: true },
  step_start: { step: true, activeTools: true, messages: true, notes: true },
  text_delta: { delta: true },
  reasoning_delta: { delta: true },
  tool_call_delta: { index: true, id: true, function: true, withdrawn: true },
  tool_output_chunk: { toolCallId: true, chunk: true },
  tool_call_start: {
    toolCallId: true,
    toolName: true,
    arguments: true,
    repairs: true,
    suppressExecutionAnimation: true,
  },
  call_reviewed: { toolCallId: true, toolName: true, verdict: true, reason: true, reach: true },
  approval_request: {
    approvalId: true,
    toolCallId: true,
    toolName: true,
    arguments: true,
    reason: true,
    reach: true,
    expiresAt: true,
  },
  approval_decision: {
    approvalId: true,
    toolCallId: true,
    approve: true,
    arguments: true,
    reason: true,
    ignored: true,
  },
  tool_call_end: {
    toolCallId: true,
    toolName: true,
    success: true,
    result: true,
    content: true,
    durationMs: true,
    reach: true,
    repairs: true,
    orphaned: true,
    stop: true,
  },
  async_result: { toolCallId: true, toolName: true, result: true, deliver: true, usage: true },
  warning: { code: true, message: true },
  model_reading: { tokens: true, totalTokens: true, leftMs: true },
  model_retrying: { delayMs: true, code: true, message: true },
  tool_call_running: { toolCallId: true, toolName: true, waitedMs: true, reach: true },
  error: { toolCallId: true, toolName: true, code: true, error: true },
  assistant_message: {
    message: true,
    finishReason: true,
    usage: true,
    droppedCalls: true,
    unreadable: true,
    reasoning: true,
    layout: true,
    firstTokenMs: true,
    partial: true,
  },
  compacted: {
    messages: true,
    from: true,
    to: true,
    why: true,
    tokensBefore: true,
    tokensAfter: true,
    usage: true,
  },
  steered: { messageId: true, message: true },
  steer_queue: { waiting: true },
  step_end: { step: true },
  done: { stopReason: true, iterations: true, usage: true, error: true, changed: true },
} satisfies { [T in EventType]: Record<NamesOf<EventData[T]>, true> };

/** The names of every member of a union, not only those that all have. */
type NamesOf<T> = T extends unknown ? keyof T : never;

export const errorCodes = {
  invalid_json: true,
  invalid_arguments: true,
  unknown_tool: true,
  inactive_tool: true,
  redundant_call: true,
  policy_denied: true,
  approval_denied: true,
  skipped: true,
  execution_failed: true,
  user_error: true,
  security_violation: true,
  hook_failed: true,
  timeout: true,
  aborted: true,
  invalid_output: true,
  redaction_failed: true,
  not_serialisable: true,
  output_too_large: true,
  outcome_unknown: true,
} satisfies Record<ErrorCode, true>;

export const stopReasons = {
  stop: true,
  done: true,
  max_iterations: true,
  length: true,
  content_filter: true,
  denied: true,
  loop_guard: true,
  aborted: true,
  error: true,
} satisfies Record<StopReason, true>;

export const modelErrorCodes = {
  http: true,
  connection: true,
  timeout: true,
  aborted: true,
  incomplete_stream: true,
  invalid_stream: true,
  ambiguous_tool_calls: true,
  script_exhausted: true,
  tape_miss: true,
  journal_failed: true,
  invalid_output: true,
  invalid_options: true,
  internal: true,
} satisfies Record<LlmErrorCode, true>;

export const finishReasons = {
  stop: true,
  tool_calls: true,
  length: true,
  content_filter: true,
  error: true,
} satisfies Record<FinishReason, true>;

export const storeErrorCodes = {
  no_sqlite: true,
  not_a_database: true,
  foreign_database: true,
  newer_schema: true,
  read_only: true,
  corrupt: true,
  full: true,
  busy: true,
  unreachable: true,
  io: true,
  conflict: true,
  lease_lost: true,
  deleted: true,
  too_large: true,
  limit: true,
  bad_cursor: true,
  closed: true,
} satisfies Record<StoreErrorCode, true>;

export const threadStatuses = {
  idle: true,
  running: true,
  waiting: true,
  interrupted: true,
  quarantined: true,
} satisfies Record<ThreadStatus, true>;
