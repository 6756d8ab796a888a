import type { Client, ProtocolError, SdkHttpError } from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";
import type { ServerLogin } from "../login/server-login.ts";
import type { RequestOptions } from "../session.port.ts";
import { ANYTHING, NO_TIMEOUT } from "./anything.ts";
import { ODD_ANSWER } from "./hear-odd-answers.ts";
import type { OpenCalls } from "./open-calls.ts";
import type { ProgressListeners } from "./progress-listeners.ts";
import type { RawRequests } from "./raw-requests.ts";

/** The SDK, which is loaded when the first server is connected to. */
export type Sdk = typeof import("@modelcontextprotocol/client");

/** What requests go through. */
export interface Line {
  readonly client: Client;
  readonly sdk: Sdk;
  readonly progress: ProgressListeners;
  readonly calls: OpenCalls;
  readonly login: ServerLogin | undefined;
  readonly raw: RawRequests;
}

/** One request. */
export interface Sending extends Line {
  readonly method: string;
  readonly params: JsonObject;
  readonly options: RequestOptions;
}

/** What a server is told of a call that nobody waits for any more: never the reason of ours. */
const CANCELLED = "The caller does not wait for this any more.";

/**
 * Sends a request, and once more where the server wanted a login for it that allows more. Rejects with an `McpFailure`.
 */
export async function sendRequest(sending: Sending): Promise<Json> {
  try {
    return await sendOnce(sending);
  } catch (error) {
    const { login, sdk, options } = sending;
    if (login === undefined || !(error instanceof sdk.InsufficientScopeError)) throw failureOf(error, sending);
    if (options.signal.aborted) throw new McpFailure("aborted", CANCELLED);
    await login.stepUp(error).catch((failure: unknown) => Promise.reject(failureOf(failure, sending)));
    return sendOnce(sending).catch((again: unknown) => Promise.reject(failureOf(again, sending)));
  }
}

async function sendOnce({ client, progress, calls, raw, method, params, options }: Sending): Promise<Json> {
  const { signal, onProgress, headers, caller } = options;
  if (method.startsWith("tasks/")) return raw.request(method, params, signal);
  const cancel = new AbortController();
  const abort = () => cancel.abort(CANCELLED);
  if (signal.aborted) throw new McpFailure("aborted", CANCELLED);
  signal.addEventListener("abort", abort, { once: true });
  const open = calls.add(caller);
  const told = withLog(params, client, caller !== undefined);
  const asking = onProgress === undefined ? { params: told, end() {} } : progress.asking(told, onProgress);
  try {
    return await client.request({ method, params: { ...asking.params } }, ANYTHING, {
      signal: cancel.signal,
      timeout: NO_TIMEOUT,
      allowInputRequired: true,
      ...(headers !== undefined && { headers }),
    });
  } finally {
    asking.end();
    open.end();
    signal.removeEventListener("abort", abort);
  }
}

/** Servers of 2026-07-28 send lines of their log only with requests that ask for them. */
function withLog(params: JsonObject, client: Client, isCall: boolean): JsonObject {
  const isOffered = client.getServerCapabilities()?.logging !== undefined;
  if (!isCall || !isOffered || client.getProtocolEra() !== "modern") return params;
  const meta = isJsonObject(params._meta) ? params._meta : {};
  return { ...params, _meta: { ...meta, "io.modelcontextprotocol/logLevel": "info" } };
}

function failureOf(error: unknown, { options, sdk }: Sending): unknown {
  if (options.signal.aborted) return new McpFailure("aborted", CANCELLED);
  if (error instanceof McpFailure) return error;
  if (error instanceof sdk.ProtocolError) return refused(error);
  const wanted = loginFailure(error, sdk);
  if (wanted !== undefined) return wanted;
  if (error instanceof sdk.SdkHttpError) return httpFailure(error);
  if (!(error instanceof sdk.SdkError))
    return new McpFailure("lost", error instanceof Error ? error.message : String(error), error);
  const { InvalidResult, UnsupportedResultType } = sdk.SdkErrorCode;
  const isAnswer = error.code === InvalidResult || error.code === UnsupportedResultType;
  return new McpFailure(isAnswer ? "unreadable" : "lost", error.message, error);
}

/** The failure of a login; undefined for every other one. */
export function loginFailure(error: unknown, sdk: Sdk): McpFailure | undefined {
  const { UnauthorizedError, OAuthError, OAuthClientFlowError, SdkHttpError } = sdk;
  const isOurs = error instanceof McpFailure && error.kind === "unauthorised";
  if (isOurs) return error;
  if (error instanceof SdkHttpError && error.status === 401)
    return new McpFailure("unauthorised", "it does not take the login", error);
  if (!(error instanceof UnauthorizedError || error instanceof OAuthError || error instanceof OAuthClientFlowError))
    return undefined;
  return new McpFailure("unauthorised", error.message || "nobody has logged in", error);
}

function refused(error: ProtocolError): McpFailure {
  const { code, data, message } = error;
  if (code === ODD_ANSWER) return new McpFailure("unreadable", message, error);
  return new McpFailure("refused", message, error, { code, data });
}

/** A session that a server has forgotten is answered with 404, before anything is done. */
function httpFailure(error: SdkHttpError): McpFailure {
  return new McpFailure(error.status === 404 ? "expired" : "lost", `HTTP ${error.status}`, error);
}
