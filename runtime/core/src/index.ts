// All of it, for only so can a program add to it from outside.

export { compactConversation } from "./compact/compact-conversation.ts";
export { DependencyHolder, sharedDependencies } from "./dependencies/holder.ts";
export { defineTool } from "./faces/tool.ts";
export { bindTool, defineContract, type ToolContract } from "./faces/tool-contract.ts";
export { getLlmToolDefinitions, toolToSchema } from "./faces/tool-definitions.ts";
export { ToolRegistry } from "./faces/tool-registry.ts";
export { ActivityStream } from "./journal/activity-stream.ts";
export { closeHistory } from "./journal/close-history.ts";
export {
  type ApprovalDecision,
  type ApprovalRequest,
  type EventData,
  isLive,
  type JournalEvent,
} from "./journal/event.ts";
export type { Journal } from "./journal/journal.ts";
export { MemoryJournal } from "./journal/memory-journal.ts";
export { onUserMessage } from "./journal/on-user-message.ts";
export { providerHistory } from "./journal/provider-history.ts";
export { stepRecords, toUiFinishReason } from "./journal/step-records.ts";
export { toAiEvents } from "./journal/to-ai-events.ts";
export { canonicalJson } from "./json/canonical-json.ts";
export type { Json, JsonObject, JsonSchema } from "./json/json.ts";
export { toJson } from "./json/to-json.ts";
export { resumeToolLoop } from "./loop/resume.ts";
export type { StopReason } from "./loop/stop-reason.ts";
export { streamToolLoop } from "./loop/stream-tool-loop.ts";
export { runToolLoop } from "./loop/tool-loop.ts";
export type { PrepareStep, ToolLoopConfig, ToolLoopResult } from "./loop/tool-loop-config.ts";
export { checkCaller } from "./model/llm-caller.ts";
export type { Message } from "./model/messages.ts";
export type { ModelPort } from "./model/model-port.ts";
export { promptHash } from "./model/prompt-hash.ts";
export { boundOutput } from "./result/bound-output.ts";
export { type ErrorCode, type ErrorInfo, errorTypeOf, isRefused } from "./result/error-info.ts";
export { createMemoryOutputCache } from "./result/memory-output-cache.ts";
export type { ToolOutput } from "./result/output.ts";
export type { OutputCache } from "./result/output-cache.ts";
export { OUTPUT_LIMITS } from "./result/output-limits.ts";
export type { Part } from "./result/part.ts";
export {
  asyncResult,
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
export { resultFromJson, resultToJson } from "./result/result-json.ts";
export { ToolError } from "./result/tool-error.ts";
export { toolOutputCache } from "./result/tool-output-cache.tool.ts";
export { toolOutputCacheGrep } from "./result/tool-output-cache-grep.tool.ts";
export type { ToolResult } from "./result/tool-result.ts";
export type { Middleware, SettledCall } from "./run/call-states.ts";
export { type Approver, askForWrites, PendingApprovals, type Policy, type Verdict } from "./run/policy.ts";
export { ToolRunner } from "./run/runner.ts";
export type { RunnerOptions } from "./run/runner-options.ts";
export { createScrubber } from "./secrets/create-scrubber.ts";
export { secret } from "./secrets/secret.ts";
export { createSteerQueue } from "./steer/create-steer-queue.ts";
export type { Conversation } from "./tool/conversation.ts";
export { type DependencyKey, type DependencyOverrides, override } from "./tool/dependency.ts";
export { declaredEffects, type Effects } from "./tool/effects.ts";
export type { Logger } from "./tool/logger.ts";
export type { Allowlist, DefineToolOptions, Tool, ToolContext, ToolReturn } from "./tool/tool.ts";
export type * from "./tool/tool-deps.ts";
