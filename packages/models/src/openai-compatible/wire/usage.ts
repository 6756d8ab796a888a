import type { Json } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { Usage } from "@toolwright/core/types";
import { fieldOf } from "./json-field.ts";

/**
 * The tokens that a chunk reports, whichever of the usual names they have; undefined when it reports none. The cost is
 * `usage.cost` in US dollars, as OpenRouter and LiteLLM write it (https://openrouter.ai/docs/use-cases/usage-accounting).
 */
export function readUsage(chunk: Json): Usage | undefined {
  const reported = fieldOf(chunk, "usage") ?? fieldOf(fieldOf(chunk, "x_groq"), "usage");
  const inputTokens = countOf(reported, "prompt_tokens") ?? countOf(reported, "input_tokens");
  const outputTokens = countOf(reported, "completion_tokens") ?? countOf(reported, "output_tokens");
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const costUsd = countOf(reported, "cost");
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, ...present({ costUsd }) };
}

function countOf(usage: Json | undefined, key: string): number | undefined {
  const count = fieldOf(usage, key);
  return typeof count === "number" && Number.isFinite(count) && count >= 0 ? count : undefined;
}
