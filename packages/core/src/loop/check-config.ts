import type { LlmOptions } from "../model/model-port.ts";
import { type CheckedOptions, checkOptions, nested, type OptionRules } from "../options/check-options.ts";
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
  withFunctions,
} from "../options/option-rules.ts";
import { RUNNER_OTHER_NAMES, RUNNER_RULES } from "../run/check-runner-options.ts";
import type { StepChange, ToolLoopConfig, TrimOptions } from "./tool-loop-config.ts";

/** Other names reach the provider as they are given. */
const NAMED: OptionRules<Pick<LlmOptions, "toolChoice" | "temperature" | "maxTokens" | "max_tokens">> = {
  toolChoice: {
    form: '"auto", "none", "required" or { type: "function", function: { name } }',
    fits: (value) => oneOf("auto", "none", "required").fits(value) || Object(Object(value).function).name !== undefined,
  },
  temperature: { form: "a number", fits: (value) => typeof value === "number" },
  maxTokens: aCount(1),
  max_tokens: aCount(1),
};

const theLlmOptions: OptionRule = {
  form: anObject.form,
  fits: anObject.fits,
  look(value, of) {
    const named = Object.entries(Object(value)).filter(([name]) => Object.hasOwn(NAMED, name));
    checkOptions(Object.fromEntries(named), { of, rules: NAMED });
  },
};

/** What every option of a loop may be. What stands in a model's place is judged apart. */
export const LOOP_RULES: OptionRules<ToolLoopConfig> = {
  ...RUNNER_RULES,
  model: anything,
  tools: either(anArray, withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools")),
  maxIterations: aCount(0),
  requireDoneTool: aBoolean,
  llmOptions: theLlmOptions,
  prepareStep: aFunction,
  trim: either(
    oneOf(false),
    nested<TrimOptions>(
      { budgetTokens: aCount(0) },
      { otherNames: { maxTokens: "budgetTokens", tokens: "budgetTokens", maxMessages: "budgetTokens" } },
    ),
  ),
  use: listOf("an array of functions: [(call, next) => next(call)]", aFunction),
  onUserMessage: aFunction,
  observer: { form: "a function (call), such as summariseInvocations({ sink }).observer", fits: aFunction.fits },
  durable: withFunctions("a DurableRun, as its host gave it", "step", "decision"),
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

const aTool: OptionRule = { form: "a tool", fits: (value) => anObject.fits(value) && "spec" in Object(value) };

const CHANGE: CheckedOptions<StepChange> = {
  of: "What prepareStep returned",
  rules: { messages: anArray, tools: listOf("an array of tools: [tool]", aTool) },
  otherNames: {
    activeTools: "tools, an array of the tools themselves",
    experimental_activeTools: "tools, an array of the tools themselves",
    system: 'messages, with one { role: "system", content } at the beginning',
    instructions: 'messages, with one { role: "system", content } at the beginning',
    model: "model of the configuration; a step has no other",
    toolChoice: "llmOptions: { toolChoice } of the configuration",
    stopWhen: "maxIterations of the configuration",
  },
};

/** Throws a `TypeError` for a change of a step that would not be made: a model would be told of tools that were to be kept from it. */
export function checkStepChange(change: StepChange): void {
  checkOptions(change, CHANGE);
}
