import type { LlmOptions } from "../model/model-port.ts";
import { type CheckedOptions, checkOptions, type OptionRules } from "../options/check-options.ts";
import { aCount, anArray, listOf, oneOf } from "../options/option-rules.ts";
import { RUNNER_OTHER_NAMES } from "../run/check-runner-options.ts";
import { A_TOOL, CONFIG } from "./check-config.ts";
import type { StepChange, ToolLoopConfig, TrimOptions } from "./tool-loop-config.ts";

// What few configurations have: loaded with the first that does.

/** Fields of other names reach the provider as they are given. */
const NAMED: OptionRules<Pick<LlmOptions, "toolChoice" | "temperature" | "maxTokens" | "max_tokens">> = {
  toolChoice: {
    form: '"auto", "none", "required" or { type: "function", function: { name } }',
    fits: (value) => oneOf("auto", "none", "required").fits(value) || Object(Object(value).function).name !== undefined,
  },
  temperature: { form: "a number", fits: (value) => typeof value === "number" },
  maxTokens: aCount(1),
  max_tokens: aCount(1),
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

/** Throws the `TypeError` of a configuration that does not fit, with what other libraries call an option. */
export function explainConfig(config: ToolLoopConfig): void {
  checkOptions(config, { ...CONFIG, otherNames: LOOP_OTHER_NAMES });
}

/** Throws a `TypeError` for options within the configuration that no run can have. */
export function checkGiven({ llmOptions = {}, trim }: ToolLoopConfig): void {
  const named = Object.entries(llmOptions).filter(([name]) => Object.hasOwn(NAMED, name));
  checkOptions(Object.fromEntries(named), { of: "llmOptions", rules: NAMED });
  if (trim) checkOptions<TrimOptions>(trim, TRIM);
}

const TRIM: CheckedOptions<TrimOptions> = {
  of: "trim of the configuration of the loop",
  rules: { budgetTokens: aCount(0) },
  otherNames: { maxTokens: "budgetTokens", tokens: "budgetTokens", maxMessages: "budgetTokens" },
};

const CHANGE: CheckedOptions<StepChange> = {
  of: "What prepareStep returned",
  rules: { messages: anArray, tools: listOf("an array of tools: [tool]", A_TOOL) },
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
