import type { CompactionOptions } from "../compact/compaction-options.ts";
import type { LlmOptions } from "../model/model-port.ts";
import { byTheirNames, type CheckedOptions, checkOptions, type OptionRules } from "../options/check-options.ts";
import { aModelPort, listOf, recordOf } from "../options/composed-rules.ts";
import {
  aBoolean,
  aCount,
  aFunction,
  anArray,
  anObject,
  anything,
  aText,
  either,
  oneOf,
  withFunctions,
} from "../options/option-rules.ts";
import { RUNNER_RULES, runnerOtherNames } from "../run/check-runner-options.ts";
import { A_SCHEMA } from "../tool/tool-options.ts";
import { A_TOOL } from "./check-step-change.ts";
import type { ToolLoopConfig, TrimOptions } from "./tool-loop-config.ts";

/** What every option of a loop may be. */
export const LOOP_RULES: OptionRules<ToolLoopConfig> = {
  ...RUNNER_RULES,
  // What stands in its place is judged apart.
  model: anything,
  tools: either(
    anArray,
    withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools"),
    recordOf("an object of tools by name: { pay }", A_TOOL),
  ),
  maxIterations: aCount(0),
  budget: anObject,
  stopWhen: aFunction,
  requireDoneTool: aBoolean,
  output: A_SCHEMA,
  llmOptions: anObject,
  prepareStep: aFunction,
  trim: either(oneOf(false), anObject),
  compaction: either(oneOf(true, false), anObject),
  use: listOf("an array of functions (call, next)", aFunction),
  onUserMessage: aFunction,
  observer: aFunction,
  steering: withFunctions("a queue: createSteerQueue()", "waiting", "take", "sent", "ended"),
  signal: withFunctions("an AbortSignal", "addEventListener"),
  durable: withFunctions("a DurableRun, as its host gave it", "step", "decision"),
};

/** What other libraries call them: ours, then theirs. */
const OTHER_NAMES = `
  tools|registry toolRegistry toolsets clientTools
  output|schema outputSchema outputType responseSchema response_format responseFormat experimental_output structuredOutput
  budget: { maxCostUsd }|maxBudgetUsd maxCostUsd maxCost
  budget: { maxSeconds }|timeoutMs maxSeconds
  maxIterations|maxSteps maxTurns recursionLimit max_iterations
  model: fromChatProvider(provider)|provider
  model: withFallback([first, second])|models fallbacks fallbackModels
  model|llm
  llmOptions|options modelSettings
  llmOptions: { temperature }|temperature
  llmOptions: { maxTokens }|maxTokens
  a message { role: "system", content } at the beginning|system instructions systemPrompt
  a message { role: "user", content }|prompt
  the second argument of the loop|messages chatHistory history input
  use|middleware
  activity, whose events tell of steps|onStepFinish onStepStart
  streamToolLoop, whose events are what streams|onChunk
  streamToolLoop|stream streaming
  the result of the loop|onFinish
  error of the result|onError
  activity, whose events tell of calls|onToolCall
  activity, whose events tell of everything|callbacks
  use, or activity, whose events tell of everything|hooks
  stepRecords(events)|returnIntermediateSteps
  prepareStep: () => ({ tools })|activeTools experimental_activeTools
  policy, or the tools themselves|allowedTools disallowedTools
  tools: those of the server|mcpServers
  llmOptions: { toolChoice }|toolChoice tool_choice
  llmOptions: { maxOutputTokens }|maxOutputTokens
  llmOptions: { topP }|topP
  llmOptions: { providerOptions }|providerOptions
  headers of the model|headers
  maxRetries of the model|maxRetries
  observer, or exportToOpenTelemetry|experimental_telemetry telemetry tracing
  observer, which is only there when it is given|tracingDisabled
  repair, which is on|experimental_repairToolCall handleParsingErrors
  prepareStep|callModelInputFilter stateModifier messageModifier inputProcessors
  policy, or prepareStep|inputGuardrails
  output, or use|outputGuardrails
  createSubAgents, or defAgent of a prompt|handoffs
  a tool whose output has endsRun: true|toolUseBehavior
  activity: new ActivityStream(journal), and providerHistory of it|memory
  activity: new ActivityStream(journal)|session
  activity: new ActivityStream(journal), and resumeToolLoop|checkpointer
  conversation: { channel, chatId }|threadId resourceId conversationId sessionId
  logger: console|verbose
`;

/** The same by their names. */
export function loopOtherNames(): Readonly<Record<string, string>> {
  return { ...runnerOtherNames(), ...byTheirNames(OTHER_NAMES) };
}

/**
 * Throws a `TypeError` for a configuration that a run cannot begin with. What stands in a model's place is judged
 * apart.
 */
export function checkConfig(config: ToolLoopConfig): void {
  checkOptions(config, { of: "The configuration of the loop", rules: LOOP_RULES, otherNames: loopOtherNames });
  checkGiven(config);
}

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

function checkGiven({ llmOptions = {}, trim, compaction }: ToolLoopConfig): void {
  const named = Object.entries(llmOptions).filter(([name]) => Object.hasOwn(NAMED, name));
  checkOptions(Object.fromEntries(named), { of: "llmOptions", rules: NAMED });
  if (trim) checkOptions<TrimOptions>(trim, TRIM);
  if (typeof compaction === "object") checkOptions<CompactionOptions>(compaction, COMPACTION);
}

const COMPACTION: CheckedOptions<CompactionOptions> = {
  of: "compaction of the configuration of the loop",
  rules: {
    at: {
      form: "a share of the window above 0 and up to 1, such as 0.8",
      fits: (at) => Number(at) > 0 && Number(at) <= 1,
    },
    windowTokens: aCount(1),
    keepTokens: aCount(0),
    model: aModelPort,
    instructions: aText,
  },
  otherNames: {
    threshold: "at",
    trigger: "at",
    contextWindow: "windowTokens",
    maxTokens: "windowTokens",
    keep: "keepTokens",
    prompt: "instructions",
    customInstructions: "instructions",
  },
};

const TRIM: CheckedOptions<TrimOptions> = {
  of: "trim of the configuration of the loop",
  rules: { budgetTokens: aCount(0) },
  otherNames: { maxTokens: "budgetTokens", tokens: "budgetTokens", maxMessages: "budgetTokens" },
};
