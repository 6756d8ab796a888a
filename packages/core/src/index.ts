export type { ApprovalDecision, ApprovalRequest, EventData, EventOf, EventType, JournalEvent } from "./journal/event.ts";
export { isLive } from "./journal/event.ts";
export type { Journal } from "./journal/journal.ts";
export type { Json, JsonObject, JsonSchema } from "./json/json.ts";
export type { StopReason } from "./loop/stop-reason.ts";
export type { AssistantMessage, LlmToolCall, Message, ToolMessage } from "./model/messages.ts";
export type {
  ArgumentsFragment,
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  FinishReason,
  LlmCompletionResult,
  LlmError,
  LlmErrorCode,
  LlmOptions,
  LlmToolCallDelta,
  LlmToolChoice,
  LlmToolDefinition,
  ModelPort,
  Usage,
} from "./model/model-port.ts";
export type { ErrorCode, ErrorInfo, ErrorType, FailedCode, Issue, RefusedCode } from "./result/error-info.ts";
export { errorTypeOf, isRefused } from "./result/error-info.ts";
export type { ToolOutput } from "./result/output.ts";
export type { OutputCache } from "./result/output-cache.ts";
export type { Part } from "./result/part.ts";
export { ToolError, type ToolErrorOptions } from "./result/tool-error.ts";
export type { OutputRef, ToolResult } from "./result/tool-result.ts";
export type { Approver } from "./run/authorise/approver.ts";
export type { Policy, Verdict } from "./run/authorise/policy.ts";
export type { ArgumentsText, SettledCall, ToolCall } from "./run/tool-call.ts";
export type { Checked, CompiledSchema } from "./schema/compiled-schema.ts";
export type { Scrubber, ScrubStream, Secret } from "./secrets/scrubber.ts";
export type { Conversation } from "./tool/conversation.ts";
export type { DependencyKey, DependencyOverrides, Resolve } from "./tool/dependency.ts";
export { type DeclaredEffects, declaredEffects, type EffectKind, type Effects } from "./tool/effects.ts";
export type { Logger } from "./tool/logger.ts";
export type { Allowlist, DefineToolOptions, Schema, Tool, ToolDefinition, ToolReturn, ToolSpec } from "./tool/tool.ts";
export type { Delivery, ToolContext } from "./tool/tool-context.ts";
