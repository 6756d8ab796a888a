import {
  type ApprovalDecision,
  canonicalJson,
  type EventData,
  type Journal,
  type JournalEvent,
  type Json,
} from "@toolwright/core";

/** What a journal holds of one call. */
export interface RecordedCall {
  start?: EventData["tool_call_start"];
  end?: EventData["tool_call_end"];
  approvalId?: string;
  decision?: ApprovalDecision;
  /** How often it was run again after a crash. */
  retries: number;
}

/** The calls of a conversation that are no part of another call, by their ids. */
export async function recordedCalls(journal: Journal): Promise<Map<string, RecordedCall>> {
  const calls = new Map<string, RecordedCall>();
  for await (const event of journal.read()) add(calls, event);
  return calls;
}

function add(calls: Map<string, RecordedCall>, event: JournalEvent): void {
  switch (event.type) {
    case "tool_call_start":
      if (event.parentId === undefined) callOf(calls, event.data.toolCallId).start = event.data;
      return;
    case "tool_call_end":
      if (event.parentId === undefined) callOf(calls, event.data.toolCallId).end = event.data;
      return;
    case "approval_request":
      callOf(calls, event.data.toolCallId).approvalId = event.data.approvalId;
      return;
    case "approval_decision":
      if (event.data.ignored === undefined) callOf(calls, event.data.toolCallId).decision = event.data;
      return;
    case "warning":
      if (event.data.code === "call_retried" && event.parentId) callOf(calls, event.parentId).retries += 1;
      return;
    default:
  }
}

function callOf(calls: Map<string, RecordedCall>, id: string): RecordedCall {
  const known = calls.get(id);
  if (known !== undefined) return known;
  const made: RecordedCall = { retries: 0 };
  calls.set(id, made);
  return made;
}

/** Whether a recorded call asked for this: the record has arguments as they ran, mended and masked, and `{}` of those that could not be read. */
export function asksFor({ start }: RecordedCall, name: string, args: Json): boolean {
  return start !== undefined && start.toolName === name && canonicalJson(start.arguments) === canonicalJson(args);
}
