import type { ApprovalDecision, ApprovalRequest, EventData, EventOf, JournalEvent, MoreCalls, Reach } from "./event.ts";

/** What a journal holds of one call. */
export interface RecordedCall {
  start?: EventData["tool_call_start"];
  end?: EventData["tool_call_end"];
  approvalId?: string;
  /** What was asked last. */
  question?: ApprovalRequest;
  /** When its question expires: what it was asked with first. */
  expiresAt?: number;
  decision?: RecordedDecision;
  /** Answers about it that let other calls run, too. */
  grants?: readonly RecordedGrant[];
  /** Answers about other calls that let this one run. */
  allowedBy?: readonly string[];
  /** The call began when everything before it, such as the answer to its question, was stored. */
  hasBegun?: boolean;
  /** How often the call was run again after a crash. */
  retries: number;
}

/** An answer; `allowedBy`: that of another call, which let this one run. */
export type RecordedDecision = ApprovalDecision & Pick<EventData["approval_decision"], "allowedBy">;

/** An answer that lets other calls of its program run; `reach`: that of the call which was asked about. */
export interface RecordedGrant extends MoreCalls {
  readonly approvalId: string;
  readonly reach: Reach | undefined;
}

/** A call inside another call. */
export interface RecordedSubCall extends RecordedCall {
  readonly parentId: string;
  readonly start: EventData["tool_call_start"];
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  /** The place of its end in the journal, and when that was, in milliseconds since 1970. */
  ended?: { readonly seq: number; readonly timeMs: number };
}

/** The calls of one run. */
export interface CallRecords {
  /** The call that the run is a part of. */
  readonly parentId: string | undefined;
  readonly calls: Map<string, RecordedCall>;
  /**
   * Calls inside other calls by their ids: those that have not ended, and those of a tool that replays until that has
   * ended, in the order in which they began.
   */
  readonly subCalls: Map<string, RecordedSubCall>;
}

/**
 * A call that waits for an answer has not run, and neither has one that was allowed and had not begun by then; any
 * other that was started may have.
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
      recordEnd(run, event);
      return;
    case "approval_request":
      recordQuestion(callOf(run, event.data.toolCallId), event.data);
      return;
    case "approval_decision":
      if (event.data.ignored === undefined) recordAnswer(callOf(run, event.data.toolCallId), event.data);
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

function recordStart(run: CallRecords, { data, parentId, time }: EventOf<"tool_call_start">): void {
  const { toolCallId } = data;
  if (parentId === undefined || parentId === run.parentId) callOf(run, toolCallId).start = data;
  else run.subCalls.set(toolCallId, { parentId, start: data, startedMs: time, retries: 0 });
}

function recordEnd(run: CallRecords, { data, parentId, seq, time: timeMs }: EventOf<"tool_call_end">): void {
  const { toolCallId } = data;
  if (knownCall(run, toolCallId)?.start?.replays) forgetInside(run, toolCallId);
  const subCall = run.subCalls.get(toolCallId);
  if (parentId === run.parentId) callOf(run, toolCallId).end = data;
  else if (subCall !== undefined && knownCall(run, subCall.parentId)?.start?.replays)
    Object.assign(subCall, { end: data, ended: { seq, timeMs } });
  else run.subCalls.delete(toolCallId);
}

/** What a call came to is known: nothing replays it. An answer that let calls inside run stays used up. */
function forgetInside(run: CallRecords, toolCallId: string): void {
  const gone = new Set([toolCallId]);
  const allowedBy: string[] = [];
  for (const [id, inside] of run.subCalls) {
    if (!gone.has(inside.parentId)) continue;
    gone.add(id);
    if (inside.end === undefined) continue;
    allowedBy.push(...(inside.allowedBy ?? []));
    run.subCalls.delete(id);
  }
  const call = knownCall(run, toolCallId);
  if (call !== undefined && allowedBy.length > 0) call.allowedBy = [...(call.allowedBy ?? []), ...allowedBy];
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

function recordAnswer(call: RecordedCall, answer: EventData["approval_decision"]): void {
  const { approvalId, allowedBy } = answer;
  call.decision = answer;
  // Nobody was asked about a call that an answer to another one allowed: it has not run either before it has begun.
  call.approvalId ??= approvalId;
  if (allowedBy !== undefined) call.allowedBy = [...(call.allowedBy ?? []), allowedBy];
  const more = answer.approve ? answer.more : undefined;
  if (more === undefined) return;
  call.grants = [...(call.grants ?? []), { approvalId, ...more, reach: call.question?.reach }];
}

function knownCall(run: CallRecords, toolCallId: string): RecordedCall | undefined {
  return run.subCalls.get(toolCallId) ?? run.calls.get(toolCallId);
}

function callOf(run: CallRecords, toolCallId: string): RecordedCall {
  const known = knownCall(run, toolCallId);
  if (known !== undefined) return known;
  const made: RecordedCall = { retries: 0 };
  run.calls.set(toolCallId, made);
  return made;
}
