export type { AiSdkModel, ModelAdapter } from "../model/model-adapter.ts";
export { type AgentOptions, agent, type DefAgent, type SubAgent } from "./agents.ts";
export type { OwnSchema } from "./bind-sub-tool.ts";
export {
  buildEnhancedDescription,
  type CompositeCall,
  type CompositeInput,
  createCompositeSchema,
} from "./composite-schema.ts";
export { composeTools } from "./composite-tool.ts";
export {
  createDefinitionProxy,
  type DefinitionProxy,
  type DefinitionProxyOptions,
} from "./definition-proxy.ts";
export type { SystemEntry, VariableEntry } from "./definition-store.ts";
export { createCollection, type DefinitionCollection } from "./definition-store.ts";
export {
  type DefinitionCollections,
  DefinitionTracker,
  type DefinitionType,
} from "./definition-tracker.ts";
export type { DefinitionRef } from "./definition-wishes.ts";
export type { StepModification, StepModifier } from "./effects.ts";
export { type Effect, type EffectCallback, type EffectContext, EffectsManager } from "./effects.ts";
export { executeWithCallbacks, type FormatOutput } from "./execute-with-callbacks.ts";
export type { DefTool } from "./prompt-definitions.ts";
export type { LastTool, PromptStep, PromptStepMessage, ToolResultPart } from "./prompt-steps.ts";
export type { PromptConfig, PromptFunction, PromptResult } from "./run-prompt.ts";
export { runPrompt } from "./run-prompt.ts";
export { type SetState, StateManager } from "./state-manager.ts";
export { StatefulPrompt } from "./stateful-prompt.ts";
export type { PromptToolContext, ToolCallbacks, ToolOptions } from "./sub-tool.ts";
export { type SubTool, tool } from "./sub-tool.ts";
