export type { CompactOptions, CompactResult } from "./compact/compact-conversation.ts";
export type { CompactionOptions } from "./compact/compaction-options.ts";
export type { DependencyHolderOptions } from "./dependencies/holder.ts";
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
export type {
  AsyncCallback,
  AsyncTool,
  CallbackContext,
  ContextualTool,
  RegistryReturn,
  RegistryTool,
  ResultData,
} from "./faces/registry-tool.ts";
export type { AnyTool } from "./faces/tool-definitions.ts";
export type { ExecuteOptions, Registrable } from "./faces/tool-registry.ts";
export type { EventAbout } from "./journal/activity-stream.ts";
export type { AiEvent, AiToolFailure } from "./journal/ai-event.ts";
export type { ClosedHistory } from "./journal/close-history.ts";
export type { EventOf, EventType, MessageBlock } from "./journal/event.ts";
export type { MemoryJournalOptions } from "./journal/memory-journal.ts";
export type { UserMessage } from "./journal/on-user-message.ts";
export type { ReplayLimits } from "./journal/replay-buffer.ts";
export type { StepPart, StepRecord } from "./journal/step-records.ts";
export type { ActivityStreamOptions } from "./journal/stream-options.ts";
export type { AiEventsOptions } from "./journal/to-ai-events.ts";
export type { ModelCallWatch, ModelObserver, ObservedModelCall } from "./loop/model-observer.ts";
export type { ToolLoopStream } from "./loop/stream-tool-loop.ts";
export type { StepChange, TrimOptions } from "./loop/tool-loop-config.ts";
export type { CallOfTools, EventOfTools, OtherName } from "./loop/typed-run.ts";
export type { GraphLlmCaller, LlmCaller } from "./model/llm-caller.ts";
export type { AssistantMessage, LlmToolCall, ToolMessage } from "./model/messages.ts";
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
  Usage,
} from "./model/model-port.ts";
export type { PromptHashInput } from "./model/prompt-frame.ts";
export type { ToolSource } from "./registry/tool-source.ts";
export type { ErrorType, FailedCode, Issue, RefusedCode } from "./result/error-info.ts";
export type { MemoryOutputCacheOptions } from "./result/memory-output-cache.ts";
export type { LocalOutputCache } from "./result/output-cache.ts";
export type { BoundOutput, OutputLimits } from "./result/output-limits.ts";
export type { ChainedResult } from "./result/result-helpers.ts";
export type { ResultJson } from "./result/result-json.ts";
export type { ToolErrorOptions } from "./result/tool-error.ts";
export type { KeptImage, OutputRef } from "./result/tool-result.ts";
export type { AuthorisedCall, ToolCall } from "./run/call-states.ts";
export type { Foreseen } from "./run/foresee.ts";
export type { AnswerOutcome } from "./run/policy.ts";
export type { CallContext, CallRecord } from "./run/runner-options.ts";
export type { Checked, CompiledSchema } from "./schema/check/compiled-schema.ts";
export type { JsonSchemaValidator } from "./schema/validators/json-schema-validator.ts";
export type { HoldingScrubStream, Scrubber, ScrubStream, Secret } from "./secrets/scrubber.ts";
export type { MemorySteerQueue, SteerHandle } from "./steer/create-steer-queue.ts";
export type { Said, SteerMessage, SteerQueue } from "./steer/steer-queue.ts";
export type { AsJson, InputOf, OutputOf, ResultOf, ReturnOf } from "./tool/call-types.ts";
export type { GivenKey, GivenResolve, Resolve } from "./tool/dependency.ts";
export type { DeclaredEffects, EffectKind } from "./tool/effects.ts";
export type { ArgumentsText, Delivery, Schema, ToolDefinition, ToolRecord, ToolSpec, TypedTool } from "./tool/tool.ts";
