import type { CompletionStreamParams } from "@toolwright/core";

/**
 * The fields of `llmOptions` that this package has no name of its own for, as they were given; undefined ones are left
 * out.
 */
export function extraOptions(params: CompletionStreamParams): ReadonlyMap<string, unknown> {
  const { messages, tools, signal, toolChoice, temperature, maxTokens, ...extra } = params;
  return new Map(Object.entries(extra).filter(([, value]) => value !== undefined));
}

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
