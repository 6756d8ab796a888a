export { type AgentToolOptions, agentTool } from "./agents/agent-tool.ts";
export { type Budget, type BudgetLimits, createBudget } from "./budget/budget.ts";
export { type CompactResult, compactConversation } from "./compact/compact-conversation.ts";
export type { CompactionOptions } from "./compact/compaction-options.ts";
export { DependencyHolder, sharedDependencies } from "./dependencies/holder.ts";
export type {
  AnswerFate,
  DurableDecision,
  DurableHandler,
  DurableHost,
  DurableRun,
  DurableTurn,
  StepAttempt,
  StepPolicy,
} from "./durable/durable-run.ts";
export { defineTool, uncheckedTool } from "./faces/define-tool.ts";
export type { AsyncCallback, AsyncTool, ContextualTool, RegistryTool } from "./faces/registry-tool.ts";
export { type BoundTool, bindTool, defineContract, type ToolContract } from "./faces/tool-contract.ts";
export { getLlmToolDefinitions, toolToSchema } from "./faces/tool-definitions.ts";
export { ToolRegistry } from "./faces/tool-registry.ts";
export { ActivityStream } from "./journal/activity-stream.ts";
export type { AiEvent } from "./journal/ai-event.ts";
export type { CallPreview, PreviewedCommand, PreviewedFile } from "./journal/call-preview.ts";
export { type ClosedHistory, closeHistory } from "./journal/close-history.ts";
export {
  type ApprovalDecision,
  type ApprovalRequest,
  type EventData,
  type EventOf,
  type EventType,
  isLive,
  type JournalEvent,
  type Reach,
} from "./journal/event.ts";
export type { Journal } from "./journal/journal.ts";
export { MemoryJournal } from "./journal/memory-journal.ts";
export { onUserMessage, type UserMessage } from "./journal/on-user-message.ts";
export { providerHistory } from "./journal/provider-history.ts";
export { type StepRecord, stepRecords, toUiFinishReason } from "./journal/step-records.ts";
export { toAiEvents } from "./journal/to-ai-events.ts";
export { canonicalJson } from "./json/canonical-json.ts";
export type { Json, JsonObject, JsonSchema } from "./json/json.ts";
export { toJson } from "./json/to-json.ts";
export type { ModelCallWatch, ModelObserver, ObservedModelCall } from "./loop/model-observer.ts";
export { resumeToolLoop } from "./loop/resume.ts";
export type { StopReason } from "./loop/stop-reason.ts";
export { streamToolLoop, type ToolLoopStream } from "./loop/stream-tool-loop.ts";
export { runToolLoop } from "./loop/tool-loop.ts";
export type { LoopState, PrepareStep, StepChange, ToolLoopConfig, ToolLoopResult } from "./loop/tool-loop-config.ts";
export { checkCaller, type GraphLlmCaller, type LlmCaller } from "./model/llm-caller.ts";
export type { AssistantMessage, LlmToolCall, Message, ToolMessage } from "./model/messages.ts";
export type {
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
  LlmWarning,
  ModelPort,
  ModelPrice,
  ProviderCall,
  ReadingProgress,
  Usage,
} from "./model/model-port.ts";
export { promptHash } from "./model/prompt-hash.ts";
export type { ProviderOptions } from "./model/provider-options.ts";
export { toolOutputCache } from "./output-tools/tool-output-cache.tool.ts";
export { toolOutputCacheGrep } from "./output-tools/tool-output-cache-grep.tool.ts";
export { boundOutput } from "./result/bound-output.ts";
export {
  type ErrorCode,
  type ErrorInfo,
  type ErrorType,
  errorTypeOf,
  type FailedCode,
  isRefused,
  type RefusedCode,
} from "./result/error-info.ts";
export { createMemoryOutputCache } from "./result/memory-output-cache.ts";
export type { ToolOutput } from "./result/output.ts";
export type { LocalOutputCache, OutputCache } from "./result/output-cache.ts";
export { type BoundOutput, OUTPUT_LIMITS, type OutputLimits } from "./result/output-limits.ts";
export type { Part } from "./result/part.ts";
export {
  asyncResult,
  type ChainedResult,
  errorResult,
  jsonOutput,
  newToolResult,
  partsOutput,
  silentResult,
  textOutput,
  toolResult,
  userResult,
  withError,
} from "./result/result-helpers.ts";
export { type ResultJson, resultFromJson, resultToJson } from "./result/result-json.ts";
export { ToolError, type ToolErrorOptions } from "./result/tool-error.ts";
export type { OutputRef, ToolResult } from "./result/tool-result.ts";
export type { AuthorisedCall, Middleware, SettledCall, ToolCall } from "./run/call-states.ts";
export type { Foreseen } from "./run/foresee.ts";
export { type AnswerOutcome, PendingApprovals } from "./run/pending-approvals.ts";
export { type Approver, askForWrites, type Policy, type Verdict } from "./run/policy.ts";
export { ToolRunner } from "./run/runner.ts";
export type { CallContext, RunnerOptions } from "./run/runner-options.ts";
export type { JsonSchemaValidator } from "./schema/validators/json-schema-validator.ts";
export { createScrubber } from "./secrets/create-scrubber.ts";
export type { Scrubber, Secret } from "./secrets/scrubber.ts";
export { secret } from "./secrets/secret.ts";
export { createSteerQueue, type MemorySteerQueue, type SteerHandle } from "./steer/create-steer-queue.ts";
export type { Said, SteerMessage, SteerQueue } from "./steer/steer-queue.ts";
export type { Conversation } from "./tool/conversation.ts";
export { type DependencyKey, type DependencyOverrides, override, type Resolve } from "./tool/dependency.ts";
export { type DeclaredEffects, declaredEffects, type Effects } from "./tool/effects.ts";
export type { Logger } from "./tool/logger.ts";
export type {
  Allowlist,
  DefineToolOptions,
  Previewed,
  Schema,
  Tool,
  ToolContext,
  ToolDefinition,
  ToolReturn,
  TypedTool,
} from "./tool/tool.ts";
// All of it, for only so can a program add to it from outside.
export type * from "./tool/tool-deps.ts";
