import type { AiSdkModel } from "../model/model-adapter.ts";
import type { ModelPort } from "../model/model-port.ts";
import type { PromptFunction } from "./prompt-function.ts";
import type { PromptConfig } from "./run/prompt-config.ts";
import type { PromptResult } from "./run/prompt-result.ts";
import { StatefulPrompt } from "./stateful-prompt.ts";

/** Makes a prompt of a function and starts it. Rejects only with what the first call of the function throws. */
export async function runPrompt(
  promptFunction: PromptFunction,
  { model, ...config }: PromptConfig & { readonly model: ModelPort | AiSdkModel },
): Promise<{ readonly result: PromptResult; readonly prompt: StatefulPrompt }> {
  const prompt = await StatefulPrompt.create(model, config).define(promptFunction);
  return { result: prompt.run(), prompt };
}
