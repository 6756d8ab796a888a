import { asObject } from "./as-object.ts";

/**
 * The tokens that an answer names, streamed or not. Of a request that was refused for its length the server has read as
 * many as it says: a run that failed would look cheap without them.
 */
export function tokensOf(said: string): { readonly tokensIn: number; readonly tokensOut: number } {
  const parts = said.split("\n").map((line) => objectIn(line.replace(/^data:\s*/, "")));
  const told = [objectIn(said), ...parts];
  const usage = told.map((part) => asObject(part.usage)).findLast((one) => typeof one.prompt_tokens === "number");
  if (usage !== undefined)
    return { tokensIn: countOf(usage.prompt_tokens), tokensOut: countOf(usage.completion_tokens) };
  const refusal = told.map((part) => asObject(part.error)).find((error) => "n_prompt_tokens" in error);
  return { tokensIn: countOf(refusal?.n_prompt_tokens), tokensOut: 0 };
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
