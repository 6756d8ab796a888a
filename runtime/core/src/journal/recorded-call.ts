import type { ApprovalDecision, ApprovalRequest, EventData, EventOf, JournalEvent } from "./event.ts";

/** What a journal holds of one call. */
export interface RecordedCall {
  start?: EventData["tool_call_start"];
  end?: EventData["tool_call_end"];
  approvalId?: string;
  /** What was asked last. */
  question?: ApprovalRequest;
  /** When its question expires: what it was asked with first. */
  expiresAt?: number;
  decision?: ApprovalDecision;
  /** It began when everything before it, such as the answer to its question, was stored. */
  hasBegun?: boolean;
  /** How often the call was run again after a crash. */
  retries: number;
}

/** The calls of one run. */
export interface CallRecords {
  /** The call that the run is a part of. */
  readonly parentId: string | undefined;
  readonly calls: Map<string, RecordedCall>;
  /** Calls made inside other calls: id → parent's id, as long as they have not ended. */
  readonly openSubCalls: Map<string, { readonly parentId: string; readonly toolName: string }>;
}

/**
 * A call that waits for an answer has not run, and neither has one that was allowed and had not begun by then; any other
 * that was started may have.
 */
export function mayHaveRun(call: RecordedCall | undefined): boolean {
  if (call?.start === undefined) return false;
  return call.approvalId === undefined || (call.decision?.approve === true && call.hasBegun === true);
}

/** Notes what an event says of a call. */
export function recordCall(run: CallRecords, event: JournalEvent): void {
  switch (event.type) {
    case "tool_call_start":
      recordStart(run, event);
      return;
    case "tool_call_end":
      if (event.parentId === run.parentId) callOf(run, event.data.toolCallId).end = event.data;
      else run.openSubCalls.delete(event.data.toolCallId);
      return;
    case "approval_request":
      recordQuestion(callOf(run, event.data.toolCallId), event.data);
      return;
    case "approval_decision":
      if (event.data.ignored === undefined) callOf(run, event.data.toolCallId).decision = event.data;
      return;
    case "tool_call_running":
      callOf(run, event.data.toolCallId).hasBegun = true;
      return;
    case "warning":
      if (event.data.code === "call_retried" && event.parentId) callOf(run, event.parentId).retries += 1;
      return;
    default:
  }
}

function recordStart(run: CallRecords, { data, parentId }: EventOf<"tool_call_start">): void {
  const { toolCallId, toolName } = data;
  if (parentId === undefined || parentId === run.parentId) callOf(run, toolCallId).start = data;
  else run.openSubCalls.set(toolCallId, { parentId, toolName });
}

/** An answer to an earlier question is none to another one. */
function recordQuestion(call: RecordedCall, question: ApprovalRequest): void {
  const { approvalId, expiresAt } = question;
  if (call.approvalId !== approvalId) {
    delete call.decision;
    delete call.expiresAt;
  }
  call.approvalId = approvalId;
  call.question = question;
  if (expiresAt !== undefined) call.expiresAt ??= expiresAt;
}

function callOf(run: CallRecords, toolCallId: string): RecordedCall {
  const known = run.calls.get(toolCallId);
  if (known !== undefined) return known;
  const made: RecordedCall = { retries: 0 };
  run.calls.set(toolCallId, made);
  return made;
}
