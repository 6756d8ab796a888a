export { createLiteLlmModel, type LiteLlmOptions } from "./litellm/create-lite-llm-model.ts";
export { type OfflineOptions, offline } from "./offline/offline.ts";
export { parseScript } from "./scripted/parse-script.ts";
export type { ScriptCall, ScriptStep } from "./scripted/script-step.ts";
export { type ScriptedModel, type ScriptedRequest, scripted } from "./scripted/scripted.ts";
