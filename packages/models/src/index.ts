export { createLiteLlmModel, type LiteLlmOptions } from "./litellm/create-lite-llm-model.ts";
