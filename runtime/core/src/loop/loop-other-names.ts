import { byTheirNames } from "../options/check-options.ts";
import { runnerOtherNames } from "../run/check-runner-options.ts";

/** What other libraries call the options of a loop: ours, then theirs. */
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
  llmOptions: { seed }|seed
  llmOptions, as the model names it|stopSequences
  llmOptions: { providerOptions }|providerOptions
  headers of the model|headers
  maxRetries of the model|maxRetries
  observer, or exportToOpenTelemetry|experimental_telemetry telemetry tracing
  observer, which is only there when it is given|tracingDisabled
  repair, which is on|experimental_repairToolCall repairToolCall handleParsingErrors
  prepareStep|callModelInputFilter stateModifier messageModifier inputProcessors
  policy, or prepareStep|inputGuardrails guardrails
  output, or use|outputGuardrails
  createSubAgents, or defAgent of a prompt|handoffs
  a tool whose output has endsRun: true|toolUseBehavior
  activity: new ActivityStream(journal), and providerHistory of it|memory
  activity: new ActivityStream(journal)|session store
  activity: new ActivityStream(journal), and resumeToolLoop|checkpointer
  conversation: { channel, chatId }|threadId thread_id resourceId conversationId sessionId
  logger: console|verbose
`;

/** The same by their names. */
export function loopOtherNames(): Readonly<Record<string, string>> {
  return { ...runnerOtherNames(), ...byTheirNames(OTHER_NAMES) };
}
