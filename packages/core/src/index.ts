export type {
  AsyncCallback,
  AsyncTool,
  CallbackContext,
  ContextualTool,
  RegistryReturn,
  RegistryTool,
  ResultData,
} from "./faces/registry-tool.ts";
export { defineTool } from "./faces/tool.ts";
export { bindTool, defineContract, type ToolContract } from "./faces/tool-contract.ts";
export { type AnyTool, getLlmToolDefinitions, toolToSchema } from "./faces/tool-definitions.ts";
export { type ExecuteOptions, type Registrable, ToolRegistry } from "./faces/tool-registry.ts";
export { ActivityStream, type EventAbout } from "./journal/activity-stream.ts";
export type { AiEvent, AiToolFailure } from "./journal/ai-event.ts";
export { type ClosedHistory, closeHistory } from "./journal/close-history.ts";
export type {
  ApprovalDecision,
  ApprovalRequest,
  EventData,
  EventOf,
  EventType,
  JournalEvent,
  MessageBlock,
} from "./journal/event.ts";
export { isLive } from "./journal/event.ts";
export type { Journal } from "./journal/journal.ts";
export { MemoryJournal, type MemoryJournalOptions } from "./journal/memory-journal.ts";
export { onUserMessage, type UserMessage } from "./journal/on-user-message.ts";
export { providerHistory } from "./journal/provider-history.ts";
export type { ReplayLimits } from "./journal/replay-buffer.ts";
export { type StepPart, type StepRecord, stepRecords, toUiFinishReason } from "./journal/step-records.ts";
export type { ActivityStreamOptions } from "./journal/stream-options.ts";
export { type AiEventsOptions, toAiEvents } from "./journal/to-ai-events.ts";
export { canonicalJson } from "./json/canonical-json.ts";
export type { Json, JsonObject, JsonSchema } from "./json/json.ts";
export { toJson } from "./json/to-json.ts";
export type { ModelCallWatch, ModelObserver, ObservedModelCall } from "./loop/model-observer.ts";
export { resumeToolLoop } from "./loop/resume.ts";
export type { StopReason } from "./loop/stop-reason.ts";
export { streamToolLoop, type ToolLoopStream } from "./loop/stream-tool-loop.ts";
export { runToolLoop } from "./loop/tool-loop.ts";
export type { PrepareStep, StepChange, ToolLoopConfig, ToolLoopResult, TrimOptions } from "./loop/tool-loop-config.ts";
export { checkCaller, type GraphLlmCaller, type LlmCaller } from "./model/llm-caller.ts";
export type { AssistantMessage, LlmToolCall, Message, ToolMessage } from "./model/messages.ts";
export type { AiSdkModel, ModelAdapter } from "./model/model-adapter.ts";
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
  LlmWarning,
  ModelCallContext,
  ModelPort,
  Usage,
} from "./model/model-port.ts";
export { type PromptHashInput, promptHash } from "./model/prompt-hash.ts";
export { boundOutput } from "./result/bound-output.ts";
export type { ErrorCode, ErrorInfo, ErrorType, FailedCode, Issue, RefusedCode } from "./result/error-info.ts";
export { errorTypeOf, isRefused } from "./result/error-info.ts";
export { createMemoryOutputCache, type MemoryOutputCacheOptions } from "./result/memory-output-cache.ts";
export type { ToolOutput } from "./result/output.ts";
export type { OutputCache } from "./result/output-cache.ts";
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
export { toolOutputCache } from "./result/tool-output-cache.tool.ts";
export { toolOutputCacheGrep } from "./result/tool-output-cache-grep.tool.ts";
export type { KeptImage, OutputRef, ToolResult } from "./result/tool-result.ts";
export { type AnswerOutcome, type Approver, PendingApprovals } from "./run/approver.ts";
export { DependencyHolder, type DependencyHolderOptions, sharedDependencies } from "./run/dependency-holder.ts";
export { askForWrites, type Policy, type Verdict } from "./run/policy.ts";
export { ToolRunner } from "./run/runner.ts";
export type { CallContext, RunnerOptions } from "./run/runner-options.ts";
export type { AuthorisedCall, Middleware, SettledCall, ToolCall } from "./run/stages.ts";
export type { Checked, CompiledSchema } from "./schema/compiled-schema.ts";
export type { JsonSchemaValidator } from "./schema/json-schema-validator.ts";
export { createScrubber } from "./secrets/create-scrubber.ts";
export type { Scrubber, ScrubStream, Secret } from "./secrets/scrubber.ts";
export { secret } from "./secrets/secret.ts";
export type { Conversation } from "./tool/conversation.ts";
export { type DependencyKey, type DependencyOverrides, override, type Resolve } from "./tool/dependency.ts";
export { type DeclaredEffects, declaredEffects, type EffectKind, type Effects } from "./tool/effects.ts";
export type { Logger } from "./tool/logger.ts";
export type {
  Allowlist,
  ArgumentsText,
  DefineToolOptions,
  Delivery,
  Schema,
  Tool,
  ToolContext,
  ToolDefinition,
  ToolReturn,
  ToolSpec,
} from "./tool/tool.ts";
// All of it, for only so can a program add to it from outside.
export type * from "./tool/tool-deps.ts";
