import type { Json } from "@toolwright/core";
import { textOf } from "./json-field.ts";

/** What an HTTP status says of a model's server, and what to do about it; undefined for one that says too little. */
export function statusAdvice(status: number): string | undefined {
  if (status === 401) return "The server refused the credentials (HTTP 401): check the API key.";
  if (status === 413) return "The request is too large for the server (HTTP 413): shorten the conversation.";
  if (status === 429) return "The server limits how often it may be asked (HTTP 429): wait, or check the quota.";
  return status >= 500 ? `The server failed (HTTP ${status}).` : undefined;
}

/** What providers call the cause in an error that comes after the status line was sent. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ["invalid_api_key", 401],
  ["authentication_error", 401],
  ["rate_limit_exceeded", 429],
  ["rate_limit_error", 429],
  ["insufficient_quota", 429],
  ["RESOURCE_EXHAUSTED", 429],
  ["overloaded_error", 529],
  ["server_error", 500],
  ["internal_server_error", 500],
  ["UNAVAILABLE", 503],
]);

/** The HTTP status that the words of an error mean. */
export function statusInWords(error: Json): number | undefined {
  return ["code", "type", "status"]
    .map((name) => WORDS.get(textOf(error, name)))
    .find((status) => status !== undefined);
}
