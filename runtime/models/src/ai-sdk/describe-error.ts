import type { LlmError } from "@toolwright/core";
import { UnsendableOption } from "./sdk-options.ts";

/** UTF-16 units. Longer messages are cut: most of one may be a server's own text. */
const LONGEST = 500;

/**
 * What a provider threw or reported, as one error. A provider's own copy of the SDK has classes of its own: shapes
 * count.
 */
export function describeError(
  thrown: unknown,
  signal: AbortSignal | undefined,
  mask: (text: string) => string,
): LlmError {
  if (signal?.aborted === true) return { code: "aborted", message: "The request was stopped." };
  const status = fieldOf(thrown, "statusCode");
  const message = clip(mask(messageOf(thrown)));
  if (thrown instanceof UnsendableOption) return { code: "internal", message };
  if (typeof status === "number" && status >= 300) return { code: "http", message, status };
  if (typeof status === "number") return { code: "incomplete_stream", message: clip(mask(brokenOff(thrown))) };
  const name = fieldOf(thrown, "name");
  if (name === "TimeoutError") return { code: "timeout", message };
  if (name === "AI_APICallError") return { code: "connection", message };
  if (typeof name === "string" && /ParseError|Validation/.test(name)) return { code: "invalid_stream", message };
  return { code: thrown instanceof Error ? "connection" : "http", message };
}

/** Whether asking again may help, as the provider says. */
export function isRetryable(thrown: unknown): boolean {
  return fieldOf(thrown, "isRetryable") === true;
}

/** Of a failed HTTP request; empty where there are none. */
export function responseHeaders(thrown: unknown): Headers {
  const headers = fieldOf(thrown, "responseHeaders");
  return new Headers(
    Object.entries(Object(headers)).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** An answer had begun. Why it ended stands in the cause: the SDK's own words are of a response that failed. */
function brokenOff(thrown: unknown): string {
  return `The answer broke off: ${messageOf(fieldOf(thrown, "cause") ?? thrown)}`;
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  const message = fieldOf(thrown, "message");
  return typeof message === "string" && message !== "" ? message : "The provider failed without saying why.";
}

function fieldOf(value: unknown, key: string): unknown {
  return Reflect.get(Object(value), key);
}

function clip(text: string): string {
  const line = text.toWellFormed().replace(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
