import type { ModelPort } from "@toolwright/core";
import { checkModelOptions } from "./check-model-options.ts";
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from "./create-openai-compatible-model.ts";

/** Options of {@link createLiteLlmModel}: those of {@link createOpenAiCompatibleModel}. */
export type LiteLlmOptions = OpenAiCompatibleOptions;

/**
 * {@link createOpenAiCompatibleModel} under the name that a LiteLLM proxy is looked for; the port is named `litellm:`
 * and the model.
 */
export function createLiteLlmModel(options: LiteLlmOptions): ModelPort {
  checkModelOptions(options, "createLiteLlmModel");
  return createOpenAiCompatibleModel({ name: `litellm:${options.model}`, ...options });
}
