import type { CompletionStreamParams } from "./model-port.ts";

/** The fields of `llmOptions` that the port has no name for, as they were given; undefined ones are left out. */
export function extraOptions(params: CompletionStreamParams): ReadonlyMap<string, unknown> {
  const { messages, tools, signal, toolChoice, temperature, maxTokens, ...extra } = params;
  return new Map(Object.entries(extra).filter(([, value]) => value !== undefined));
}
