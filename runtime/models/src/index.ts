export {
  parseScript,
  playTape,
  type RecordOptions,
  recordTape,
  type ScriptCall,
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptStep,
  scripted,
  type TapePlayer,
  type TapeRecorder,
} from "@toolwright/core/testing";
export { type AiSdkOptions, createAiSdkModel } from "./ai-sdk/create-ai-sdk-model.ts";
export type { ProviderTool, ProviderTools } from "./ai-sdk/provider-tool.ts";
export type {
  ChatOptions,
  ChatProvider,
  ChatResponse,
  ChatToolCall,
  ChatUsage,
} from "./chat-provider/chat-provider.ts";
export { type ChatProviderOptions, fromChatProvider } from "./chat-provider/from-chat-provider.ts";
export { withFallback } from "./fallback/with-fallback.ts";
export { createLiteLlmModel, type LiteLlmOptions } from "./openai-compatible/create-lite-llm-model.ts";
export {
  createOpenAiCompatibleModel,
  type OpenAiCompatibleOptions,
} from "./openai-compatible/create-openai-compatible-model.ts";
export type { ModelServerOptions } from "./openai-compatible/http/model-server-options.ts";
export type { TimeLimitOptions } from "./openai-compatible/http/time-limits.ts";
export { type ModelFacts, modelFacts } from "./options/model-facts.ts";
export { loadModel, model, packageOf, usualModel } from "./providers/model.ts";
export type { ModelOptions } from "./providers/model-options.ts";
export { PROVIDER_NAMES } from "./providers/read-spec.ts";
export { createResponsesModel, type ResponsesModelOptions } from "./responses/create-responses-model.ts";
export type { TextCallOptions } from "./text-calls/read-text-calls.ts";
