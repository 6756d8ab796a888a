/** What belongs to a request and not to a model: where a loop, or a prompt, has it. */
export const REQUEST_NAMES = {
  temperature: "llmOptions: { temperature } of the loop",
  maxTokens: "llmOptions: { maxTokens } of the loop",
  maxOutputTokens: "llmOptions: { maxOutputTokens } of the loop",
  topP: "llmOptions: { topP } of the loop",
  tools: "tools of the loop",
  toolChoice: "llmOptions: { toolChoice } of the loop",
  signal: "signal of the loop",
} as const;
