import type { ShownCall } from "../shown-call.ts";
import { type CallState, callState } from "./call-state.ts";
import { useApproval } from "./use-approval.ts";
import { useCallNote } from "./use-call-notes.ts";

/** The state of a call, with what other parts of its message tell of it. */
export function useCallState(call: ShownCall): CallState {
  const durationMs = useCallNote(call.toolCallId, "durationMs");
  const approval = useApproval(call);
  const facts = approval === undefined ? call : { ...call, approval };
  const isQueued = useCallNote(call.toolCallId, "isQueued");
  const state = durationMs === undefined ? callState(facts) : callState(facts, durationMs);
  return state.kind === "running" && isQueued ? { kind: "queued" } : state;
}
