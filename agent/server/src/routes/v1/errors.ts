import type { LlmError } from "@toolwright/core";
import { safeErrorText } from "@toolwright/view/internal";
import { answer } from "../refuse.ts";

/** OpenAI's form of an error. */
export function openAiError(message: string, type: string, { param, code }: ErrorDetails = {}): object {
  return { message, type, param: param ?? null, code: code ?? null };
}

interface ErrorDetails {
  /** The field that it is about. */
  readonly param?: string | undefined;
  readonly code?: string | undefined;
}

/** A refusal in OpenAI's form. */
export function refuseV1(status: number, message: string, details: ErrorDetails = {}): Response {
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return answer({ error: openAiError(message, type, details) }, status);
}

/** The same refusal in OpenAI's form, where another part of the server has refused. */
export async function asOpenAiError(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const body: { readonly error?: unknown } = await response
    .clone()
    .json()
    .catch(() => ({}));
  if (typeof body.error !== "string") return response;
  const { status, headers } = response;
  const type = TYPES.get(status) ?? (status < 500 ? "invalid_request_error" : "server_error");
  const code = status === 401 ? "invalid_api_key" : undefined;
  const own = new Headers(headers);
  own.delete("content-length");
  return Response.json({ error: openAiError(body.error, type, { code }) }, { status, headers: own });
}

const TYPES: ReadonlyMap<number, string> = new Map([
  [401, "authentication_error"],
  [403, "permission_error"],
  [429, "rate_limit_error"],
]);

/**
 * The same for a run that has failed. One whose end is not known may have run calls that may run once: clients shall
 * not send it again.
 */
export function refuseFailed(error: LlmError): Response {
  const { status, message, param } = failureOf(error);
  const refusal = refuseV1(status, message, { param, code: error.code });
  if (error.code === "journal_failed") refusal.headers.set("x-should-retry", "false");
  return refusal;
}

/** An error in a stream whose run cannot be followed to its end. */
export const UNKNOWN_END: LlmError = { code: "journal_failed", message: "" };

/**
 * Why a run failed, for its client: in fixed words, except where it was about an option that the client itself had
 * sent.
 */
export function failureOf(error: LlmError): {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
} {
  const param = error.code === "internal" ? /^llmOptions\.(\w{1,64}) /.exec(error.message)?.[1] : undefined;
  if (param === undefined) return { status: 502, message: safeErrorText(error) };
  return { status: 400, message: `The model here cannot be sent ${JSON.stringify(param)}; leave it out.`, param };
}
