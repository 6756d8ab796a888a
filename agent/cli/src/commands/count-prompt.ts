import type { LlmToolDefinition } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import { FOLDER_INSTRUCTIONS } from "@toolwright/workspace";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** What a model reads with every request, before the conversation, in tokens of o200k_base. */
export interface CountedPrompt {
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly system: number;
  readonly total: number;
}

/** Counts the definitions as they are sent, and the system text of the command. */
export function countPrompt(definitions: readonly LlmToolDefinition[]): CountedPrompt {
  const tools = definitions.map((definition) => ({
    name: definition.function.name,
    tokens: countTokens(JSON.stringify(definition)),
  }));
  const system = countTokens(contentText(FOLDER_INSTRUCTIONS.content));
  return { tools, system, total: tools.reduce((sum, { tokens }) => sum + tokens, system) };
}
