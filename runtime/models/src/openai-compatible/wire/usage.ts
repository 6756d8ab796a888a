import type { Json, Usage } from "@toolwright/core";
import { isFields, present } from "@toolwright/core/internal";
import { fieldOf } from "./json-field.ts";

/**
 * The tokens that a chunk reports, whichever of the usual names they have; undefined when it reports none. The cost is
 * `usage.cost` in US dollars, as OpenRouter and LiteLLM write it
 * (https://openrouter.ai/docs/use-cases/usage-accounting).
 */
export function readUsage(chunk: Json): Usage | undefined {
  return usageIn(fieldOf(chunk, "usage") ?? fieldOf(fieldOf(chunk, "x_groq"), "usage"));
}

/** The same of what a provider reports as its usage. */
export function usageIn(reported: unknown): Usage | undefined {
  const input = countIn(reported, ["prompt_tokens"], ["input_tokens"]);
  const outputTokens = countIn(reported, ["completion_tokens"], ["output_tokens"]);
  if (input === undefined && outputTokens === undefined) return undefined;
  const cachedInputTokens = countIn(reported, ...CACHED);
  const cacheWriteTokens = countIn(reported, ...WRITTEN);
  return {
    inputTokens: allInput(reported, { input, cachedInputTokens, cacheWriteTokens }),
    outputTokens: outputTokens ?? 0,
    ...present({
      cachedInputTokens,
      cacheWriteTokens,
      reasoningTokens: countIn(reported, ...REASONING),
      costUsd: countIn(reported, ["cost"]),
    }),
  };
}

/** Of chat completions, of responses, of Anthropic and LiteLLM, of DeepSeek. */
const CACHED = [
  ["prompt_tokens_details", "cached_tokens"],
  ["input_tokens_details", "cached_tokens"],
  ["cache_read_input_tokens"],
  ["prompt_cache_hit_tokens"],
] as const;

/** Of Anthropic and LiteLLM, of OpenRouter, of LiteLLM once more. */
const WRITTEN = [
  ["cache_creation_input_tokens"],
  ["prompt_tokens_details", "cache_write_tokens"],
  ["input_tokens_details", "cache_write_tokens"],
  ["prompt_tokens_details", "cache_creation_tokens"],
] as const;

const REASONING = [
  ["completion_tokens_details", "reasoning_tokens"],
  ["output_tokens_details", "reasoning_tokens"],
] as const;

interface InputCounts {
  readonly input: number | undefined;
  readonly cachedInputTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
}

/**
 * Anthropic's own `input_tokens` leave out what was read from its cache and written to it
 * (https://platform.claude.com/docs/en/build-with-claude/prompt-caching), and so did `prompt_tokens` of earlier
 * versions of LiteLLM, which shows where they are fewer.
 */
function allInput(reported: unknown, counts: InputCounts): number {
  const { input = 0, cachedInputTokens = 0, cacheWriteTokens = 0 } = counts;
  const cache = cachedInputTokens + cacheWriteTokens;
  const isAnthropics =
    countIn(reported, ["prompt_tokens"]) === undefined &&
    countIn(reported, ["cache_read_input_tokens"], ["cache_creation_input_tokens"]) !== undefined;
  return isAnthropics || input < cache ? input + cache : input;
}

/** The first of some places that holds a count. */
function countIn(usage: unknown, ...places: readonly (readonly string[])[]): number | undefined {
  const found = places.map((place) => place.reduce(ownField, usage));
  return found.filter((count) => typeof count === "number").find((count) => Number.isFinite(count) && count >= 0);
}

function ownField(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
