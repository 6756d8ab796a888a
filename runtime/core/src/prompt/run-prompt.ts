import type { JournalEvent } from "../journal/event.ts";
import type { ToolLoopConfig, ToolLoopResult } from "../loop/tool-loop-config.ts";
import type { AiSdkModel, ModelAdapter } from "../model/model-adapter.ts";
import type { ModelPort } from "../model/model-port.ts";
import { checkArgument } from "../options/check-options.ts";
import { anObject } from "../options/option-rules.ts";
import type { ToolRecord } from "../tool/tool.ts";
import { StatefulPrompt } from "./stateful-prompt.ts";

const OPTIONS = { form: "an object of options with a model: { model }", fits: anObject.fits };

/** Makes a prompt of a function and starts it. Rejects only with what the first call of the function throws. */
export async function runPrompt<O = unknown>(
  promptFunction: PromptFunction,
  options: PromptConfig<O> & { readonly model: ModelPort | AiSdkModel },
): Promise<{ readonly result: PromptResult<O>; readonly prompt: StatefulPrompt<O> }> {
  checkArgument(options, { of: "The second argument of runPrompt", rule: OPTIONS });
  const { model, ...config } = options;
  const prompt = await StatefulPrompt.create(model, config).define(promptFunction);
  return { result: prompt.run(), prompt };
}

/** Declares what a run may use; called before the run, and again before every model call but the first. */
export type PromptFunction = (prompt: StatefulPrompt) => unknown;

/** How a prompt runs: what a loop takes, but for the tools and the steps, which the prompt itself decides. */
export interface PromptConfig<O = unknown>
  extends Omit<ToolLoopConfig<ToolRecord, O>, "model" | "tools" | "prepareStep"> {
  /** Who says reminders. Default `user`: many providers refuse a system message after the first. */
  readonly reminderRole?: "user" | "system";
  /** Makes a port of a model of the AI SDK, where one is given as it is: `createAiSdkModel` of `@toolwright/models`. */
  readonly adaptModel?: ModelAdapter;
}

/** A run of a prompt under way. */
export interface PromptResult<O = unknown> {
  /** The final text; empty when the run ended in an error, which `final` tells. Never rejects. */
  readonly text: Promise<string>;
  /** How the run ended. Never rejects. */
  readonly final: Promise<ToolLoopResult<O>>;
  /** Everything that happens, to the end of the run. */
  readonly events: AsyncIterable<JournalEvent>;
}
