import type { Json, ReadingProgress } from "@toolwright/core";
import { fieldOf } from "./json-field.ts";

/**
 * How far the model has read the request, as llama.cpp tells it where `return_progress` was asked for, in `total`,
 * `cache`, `processed` (with what was cached) and `time_ms` (without it). Undefined for a chunk without it, and for
 * numbers that cannot be.
 */
export function readingProgress(chunk: Json): ReadingProgress | undefined {
  const told = fieldOf(chunk, "prompt_progress") ?? null;
  const [totalTokens, tokens] = [countOf(told, "total"), countOf(told, "processed")];
  if (totalTokens === undefined || tokens === undefined || tokens > totalTokens) return undefined;
  const [cached = 0, elapsedMs = 0] = [countOf(told, "cache"), countOf(told, "time_ms")];
  const leftMs = Math.round(((totalTokens - tokens) * elapsedMs) / (tokens - cached));
  return { tokens, totalTokens, ...(tokens > cached && elapsedMs > 0 ? { leftMs } : {}) };
}

function countOf(told: Json, field: string): number | undefined {
  const count = fieldOf(told, field);
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
