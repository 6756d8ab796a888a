import { type CheckedOptions, checkOptions, type OptionRules } from "../options/check-options.ts";
import {
  aBoolean,
  aCount,
  aFunction,
  anArray,
  anObject,
  anything,
  either,
  listOf,
  type OptionRule,
  oneOf,
  recordOf,
  withFunctions,
} from "../options/option-rules.ts";
import { RUNNER_RULES } from "../run/check-runner-options.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** What stands in a list of tools. */
export const A_TOOL: OptionRule = { form: "a tool", fits: (value) => anObject.fits(value) && "spec" in Object(value) };

/** What every option of a loop may be. What stands in a model's place is judged apart. */
export const LOOP_RULES: OptionRules<ToolLoopConfig> = {
  ...RUNNER_RULES,
  model: anything,
  tools: either(
    anArray,
    withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools"),
    recordOf("an object of tools by name: { pay }", A_TOOL),
  ),
  maxIterations: aCount(0),
  requireDoneTool: aBoolean,
  llmOptions: anObject,
  prepareStep: aFunction,
  trim: either(oneOf(false), anObject),
  use: listOf("an array of functions (call, next)", aFunction),
  onUserMessage: aFunction,
  observer: aFunction,
  durable: withFunctions("a DurableRun, as its host gave it", "step", "decision"),
  signal: withFunctions("an AbortSignal", "addEventListener"),
};

/** Made once: a run begins often, and its rules are always the same. */
export const CONFIG: CheckedOptions<ToolLoopConfig> = { of: "The configuration of the loop", rules: LOOP_RULES };

/** Throws a `TypeError` for a configuration that a run cannot begin with. What stands in a model's place is judged apart. */
export function checkConfig(config: ToolLoopConfig): void {
  checkOptions(config, CONFIG);
}
