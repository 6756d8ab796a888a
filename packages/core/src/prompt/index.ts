export { type AiSdkModel, type ModelAdapter, registerModelAdapter } from "../model/model-adapter.ts";
export { type AgentOptions, agent, type DefAgent, type SubAgent } from "./agents/sub-agent.ts";
export { executeWithCallbacks, type FormatOutput } from "./calls/execute-with-callbacks.ts";
export type { OwnSchema } from "./calls/own-schema.ts";
export type { PromptToolContext } from "./calls/prompt-tool-context.ts";
export { type SubTool, tool } from "./calls/sub-tool.ts";
export type { ToolCallbacks, ToolOptions } from "./calls/tool-options.ts";
export { buildEnhancedDescription } from "./composite/build-enhanced-description.ts";
export { composeTools } from "./composite/compose-tools.ts";
export { type CompositeCall, type CompositeInput, createCompositeSchema } from "./composite/create-composite-schema.ts";
export { createCollection, type DefinitionCollection } from "./definitions/definition-collection.ts";
export {
  createDefinitionProxy,
  type DefinitionProxy,
  type DefinitionProxyOptions,
} from "./definitions/definition-proxy.ts";
export type { SystemEntry, VariableEntry } from "./definitions/definition-store.ts";
export {
  type DefinitionCollections,
  DefinitionTracker,
  type DefinitionType,
} from "./definitions/definition-tracker.ts";
export type { DefinitionRef } from "./definitions/reminder.ts";
export { type SetState, StateManager } from "./definitions/state-manager.ts";
export { type Effect, type EffectCallback, type EffectContext, EffectsManager } from "./effects/effects-manager.ts";
export type { StepModification, StepModifier } from "./effects/step-changes.ts";
export type { DefTool } from "./prompt-definitions.ts";
export type { PromptFunction } from "./prompt-function.ts";
export type { PromptConfig } from "./run/prompt-config.ts";
export type { PromptResult } from "./run/prompt-result.ts";
export { runPrompt } from "./run-prompt.ts";
export { StatefulPrompt } from "./stateful-prompt.ts";
export type { LastTool } from "./steps/last-tool.ts";
export type { PromptStep, PromptStepMessage, ToolResultPart } from "./steps/prompt-step.ts";
