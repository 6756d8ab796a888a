import { type CheckedOptions, checkOptions, type OptionRules } from "../options/check-options.ts";
import {
  aBoolean,
  aCount,
  aFunction,
  anArray,
  anObject,
  anything,
  either,
  oneOf,
  withFunctions,
} from "../options/option-rules.ts";
import { RUNNER_OTHER_NAMES, RUNNER_RULES } from "../run/check-runner-options.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** What every option of a loop may be. What stands in a model's place is judged apart. */
export const LOOP_RULES: OptionRules<ToolLoopConfig> = {
  ...RUNNER_RULES,
  model: anything,
  tools: either(anArray, withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools")),
  maxIterations: aCount(0),
  requireDoneTool: aBoolean,
  llmOptions: anObject,
  prepareStep: aFunction,
  trim: either(oneOf(false), anObject),
  use: anArray,
  onUserMessage: aFunction,
  observer: either(anObject, aFunction),
  signal: withFunctions("an AbortSignal", "addEventListener"),
};

/** What other libraries call them. */
export const LOOP_OTHER_NAMES = {
  ...RUNNER_OTHER_NAMES,
  registry: "tools",
  toolRegistry: "tools",
  maxSteps: "maxIterations",
  maxTurns: "maxIterations",
  stopWhen: "maxIterations",
  recursionLimit: "maxIterations",
  max_iterations: "maxIterations",
  provider: "model: fromChatProvider(provider)",
  llm: "model",
  options: "llmOptions",
  temperature: "llmOptions: { temperature }",
  maxTokens: "llmOptions: { maxTokens }",
  system: 'a message { role: "system", content } at the beginning',
  instructions: 'a message { role: "system", content } at the beginning',
  prompt: 'a message { role: "user", content }',
  messages: "the second argument of the loop",
  middleware: "use",
  onStepFinish: "activity, whose events tell of steps",
} as const;

/** Made once: a run begins often, and its rules are always the same. */
const CONFIG: CheckedOptions<ToolLoopConfig> = {
  of: "The configuration of the loop",
  rules: LOOP_RULES,
  otherNames: LOOP_OTHER_NAMES,
};

/** Throws a `TypeError` for a configuration that a run cannot begin with. What stands in a model's place is judged apart. */
export function checkConfig(config: ToolLoopConfig): void {
  checkOptions(config, CONFIG);
}
