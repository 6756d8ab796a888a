import type { EventData, EventOf } from "@toolwright/core";
import { shownResult } from "../../data-stream/shown-result.ts";
import type { ThreadApproval, ThreadCall } from "./thread-message.ts";

/** A call as it begins. */
export function startOf({ data, time, parentId }: EventOf<"tool_call_start">): ThreadCall {
  const { toolCallId, toolName, arguments: args } = data;
  const about = parentId === undefined ? {} : { parentId };
  return { type: "tool-call", toolCallId, toolName, args, startedAt: time, ...about };
}

/** What the end of a call adds. */
export function endOf({ data }: EventOf<"tool_call_end">): Partial<ThreadCall> {
  const { durationMs, orphaned, result } = data;
  const { artifact, ref, error } = result;
  return {
    ...shownResult(result),
    durationMs,
    ...(error === undefined ? {} : { code: error.code }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(ref === undefined ? {} : { ref }),
    ...(orphaned === undefined ? {} : { orphaned }),
    ...(result.async ? { async: true } : {}),
  };
}

/** What came back from the background. */
export function lateOf({ data: { result }, time }: EventOf<"async_result">): Partial<ThreadCall> {
  return { late: { ...shownResult(result), time } };
}

/** What a person answered. */
export function decisionOf(decision: EventData["approval_decision"]): NonNullable<ThreadApproval["decision"]> {
  if (!decision.approve) {
    return { approve: false, ...(decision.reason === undefined ? {} : { reason: decision.reason }) };
  }
  const { arguments: edited } = decision;
  return { approve: true, ...(edited === undefined ? {} : { edited: true, arguments: edited }) };
}
