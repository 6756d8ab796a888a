import type { Json, LlmError } from "@toolwright/core";
import { describeError } from "../wire/read-error.ts";
import { statusAdvice } from "../wire/status-advice.ts";

export interface FailureContext {
  /** Where the request went, without credentials and query. */
  readonly url: string;
  readonly model: string;
}

/** The error for an HTTP status, with the server's own words and what to do about it. */
export function describeStatus(status: number, body: string, context: FailureContext): LlmError {
  const detail = detailOf(body);
  const said = detail === "" ? "" : ` The server says: ${detail}`;
  return { code: "http", status, message: `${adviceFor(status, context)}${said}` };
}

/** The error for a request that got no answer, named by what the network layer reports. */
export function describeConnection(reason: unknown, { url }: FailureContext): LlmError {
  const cause = codeOf(reason);
  return { code: "connection", message: `${connectionAdvice(cause, url)}${cause === "" ? "" : ` (${cause})`}` };
}

/** Whether sending the request again to the same address cannot help. */
export function isInvalidAddress(reason: unknown): boolean {
  return codeOf(reason) === "ERR_INVALID_URL";
}

function adviceFor(status: number, { url, model }: FailureContext): string {
  if (status < 400)
    return `${url} sends requests elsewhere (HTTP ${status}), and none is sent there: check the base URL.`;
  if (status === 403)
    return `The server denied access to the model "${model}" (HTTP 403): check the API key and its rights.`;
  if (status === 404) return `Nothing was found at ${url} (HTTP 404): check the model "${model}" and the base URL.`;
  if (status === 405) return `${url} takes no such request (HTTP 405): check the base URL.`;
  return statusAdvice(status) ?? `The server refused the request (HTTP ${status}).`;
}

function connectionAdvice(cause: string, url: string): string {
  if (cause === "ECONNREFUSED") return `Nothing listens at ${url}: is the server running there?`;
  if (cause === "ENOTFOUND" || cause === "EAI_AGAIN") return `The host of ${url} is unknown: check the base URL.`;
  if (cause === "ERR_INVALID_URL") return `"${url}" is not a URL: check the base URL.`;
  return `The connection to ${url} failed before an answer came: is the server running, and is the base URL right?`;
}

function codeOf(reason: unknown, depth = 0): string {
  if (!(reason instanceof Error) || depth > 4) return "";
  const code = "code" in reason && typeof reason.code === "string" ? reason.code : "";
  return codeOf(reason.cause, depth + 1) || code;
}

function detailOf(body: string): string {
  const text = body.trim();
  if (text.startsWith("<")) return "";
  return (said(text) ?? text).replace(/\s+/g, " ");
}

function said(text: string): string | undefined {
  try {
    const body: Json = JSON.parse(text);
    return describeError(body);
  } catch {
    return undefined;
  }
}
