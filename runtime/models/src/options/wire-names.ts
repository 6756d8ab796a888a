/** The same option in the spelling of programs, and as OpenAI's wire format writes it. */
export const WIRE_NAMES: ReadonlyMap<string, string> = new Map([
  ["maxOutputTokens", "max_tokens"],
  ["topP", "top_p"],
  ["topK", "top_k"],
  ["stopSequences", "stop"],
  ["presencePenalty", "presence_penalty"],
  ["frequencyPenalty", "frequency_penalty"],
  ["reasoningEffort", "reasoning_effort"],
  ["parallelToolCalls", "parallel_tool_calls"],
  ["responseFormat", "response_format"],
]);
