import type { CompactionOptions } from "../compact/compaction-options.ts";
import type { LlmOptions } from "../model/model-port.ts";
import { type CheckedOptions, checkOptions, type OptionRules } from "../options/check-options.ts";
import { aModelPort, listOf, recordOf } from "../options/composed-rules.ts";
import {
  aBoolean,
  aCount,
  aFunction,
  anArray,
  anObject,
  aText,
  either,
  type OptionRule,
  oneOf,
  withFunctions,
} from "../options/option-rules.ts";
import { RUNNER_OTHER_NAMES, RUNNER_RULES } from "../run/check-runner-options.ts";
import { A_SCHEMA } from "../tool/tool-options.ts";
import { PLAIN_RULES } from "./plain-start.ts";
import type { StepChange, ToolLoopConfig, TrimOptions } from "./tool-loop-config.ts";

/** What stands in a list of tools. */
const A_TOOL: OptionRule = { form: "a tool", fits: (value) => anObject.fits(value) && "spec" in Object(value) };

/** What every option of a loop may be. */
export const LOOP_RULES: OptionRules<ToolLoopConfig> = {
  ...RUNNER_RULES,
  ...PLAIN_RULES,
  tools: either(
    anArray,
    withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools"),
    recordOf("an object of tools by name: { pay }", A_TOOL),
  ),
  requireDoneTool: aBoolean,
  output: A_SCHEMA,
  llmOptions: anObject,
  prepareStep: aFunction,
  trim: either(oneOf(false), anObject),
  compaction: either(oneOf(true, false), anObject),
  use: listOf("an array of functions (call, next)", aFunction),
  onUserMessage: aFunction,
  observer: aFunction,
  durable: withFunctions("a DurableRun, as its host gave it", "step", "decision"),
};

/** What other libraries call them. */
export const LOOP_OTHER_NAMES = {
  ...RUNNER_OTHER_NAMES,
  registry: "tools",
  schema: "output",
  outputSchema: "output",
  outputType: "output",
  responseSchema: "output",
  response_format: "output",
  responseFormat: "output",
  experimental_output: "output",
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
  onStepStart: "activity, whose events tell of steps",
  onChunk: "streamToolLoop, whose events are what streams",
  stream: "streamToolLoop",
  streaming: "streamToolLoop",
  onFinish: "the result of the loop",
  onError: "error of the result",
  onToolCall: "activity, whose events tell of calls",
  callbacks: "activity, whose events tell of everything",
  hooks: "use, or activity, whose events tell of everything",
  returnIntermediateSteps: "stepRecords(events)",
  activeTools: "prepareStep: () => ({ tools })",
  experimental_activeTools: "prepareStep: () => ({ tools })",
  allowedTools: "policy, or the tools themselves",
  disallowedTools: "policy, or the tools themselves",
  toolsets: "tools",
  clientTools: "tools",
  mcpServers: "tools: those of the server",
  toolChoice: "llmOptions: { toolChoice }",
  tool_choice: "llmOptions: { toolChoice }",
  maxOutputTokens: "llmOptions: { maxOutputTokens }",
  topP: "llmOptions: { topP }",
  modelSettings: "llmOptions",
  providerOptions: "llmOptions: { providerOptions }",
  headers: "headers of the model",
  maxRetries: "maxRetries of the model",
  experimental_telemetry: "observer, or exportToOpenTelemetry",
  telemetry: "observer, or exportToOpenTelemetry",
  tracing: "observer, or exportToOpenTelemetry",
  tracingDisabled: "observer, which is only there when it is given",
  experimental_repairToolCall: "repair, which is on",
  handleParsingErrors: "repair, which is on",
  callModelInputFilter: "prepareStep",
  stateModifier: "prepareStep",
  messageModifier: "prepareStep",
  inputProcessors: "prepareStep",
  inputGuardrails: "policy, or prepareStep",
  outputGuardrails: "output, or use",
  structuredOutput: "output",
  handoffs: "createSubAgents, or defAgent of a prompt",
  toolUseBehavior: "a tool whose output has endsRun: true",
  systemPrompt: 'a message { role: "system", content } at the beginning',
  chatHistory: "the second argument of the loop",
  history: "the second argument of the loop",
  input: "the second argument of the loop",
  memory: "activity: new ActivityStream(journal), and providerHistory of it",
  session: "activity: new ActivityStream(journal)",
  checkpointer: "activity: new ActivityStream(journal), and resumeToolLoop",
  threadId: "conversation: { channel, chatId }",
  resourceId: "conversation: { channel, chatId }",
  conversationId: "conversation: { channel, chatId }",
  sessionId: "conversation: { channel, chatId }",
  verbose: "logger: console",
} as const;

/** Throws a `TypeError` for a configuration that a run cannot begin with. What stands in a model's place is judged apart. */
export function checkConfig(config: ToolLoopConfig): void {
  checkOptions(config, { of: "The configuration of the loop", rules: LOOP_RULES, otherNames: LOOP_OTHER_NAMES });
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
