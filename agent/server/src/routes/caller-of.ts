import type { LlmCaller } from "@toolwright/core";

/** On whose behalf a request calls the model: its own id and trace where it brings them. */
export function callerOf(request: Request): LlmCaller {
  const id = request.headers.get("x-request-id") ?? "";
  const requestId = /^[\w.-]{1,64}$/.test(id) ? id : crypto.randomUUID();
  const traceId = TRACE_PARENT.exec(request.headers.get("traceparent") ?? "")?.[1];
  return traceId === undefined ? { requestId } : { requestId, traceId };
}

/** W3C Trace Context, version 00. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
