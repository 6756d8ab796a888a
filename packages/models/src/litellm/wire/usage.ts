import type { Json, Usage } from "@toolwright/core";
import { fieldOf } from "./json-field.ts";

/** The tokens that a chunk reports, whichever of the usual names they have; undefined when it reports none. */
export function readUsage(chunk: Json): Usage | undefined {
  const reported = fieldOf(chunk, "usage") ?? fieldOf(fieldOf(chunk, "x_groq"), "usage");
  const inputTokens = countOf(reported, "prompt_tokens") ?? countOf(reported, "input_tokens");
  const outputTokens = countOf(reported, "completion_tokens") ?? countOf(reported, "output_tokens");
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
}

function countOf(usage: Json | undefined, key: string): number | undefined {
  const count = fieldOf(usage, key);
  return typeof count === "number" && Number.isFinite(count) && count >= 0 ? count : undefined;
}
