export { createLiteLlmModel, type LiteLlmOptions } from "./litellm/create-lite-llm-model.ts";
export { type OfflineOptions, offline } from "./offline/offline.ts";
