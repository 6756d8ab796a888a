import { textIn } from "../wire/fields.ts";
import type { ThreadCall } from "../wire/thread-message.ts";

/** What of a call tells how it stands in a program: of a `ThreadCall`, or of what a page has in its place. */
export interface CallFacts extends Pick<ThreadCall, Told> {
  readonly args: unknown;
  readonly result?: unknown;
  readonly approval?: { readonly askedAt?: number; readonly decision?: Answered };
}

/** `arguments`: those that a person has put in the place of the program's. */
interface Answered {
  readonly approve: boolean;
  readonly arguments?: unknown;
}

type Told =
  | ("toolCallId" | "toolName" | "parentId" | "line" | "replays")
  | ("startedAt" | "runningAt" | "durationMs" | "isError" | "code");

/**
 * How a call inside a program stands. `asking`: a person is to answer; `queued`: one has, and other calls come first;
 * `unknown`: it may have run.
 */
export type ProgramCallState = "asking" | "queued" | "running" | "ok" | "failed" | "refused" | "stopped" | "unknown";

/** The state of a call, from what the journal holds of it. */
export function stateOf(call: CallFacts): ProgramCallState {
  if (call.result === undefined) return openState(call);
  if (call.isError !== true) return "ok";
  return STATES.get(codeOf(call) ?? "") ?? "failed";
}

/** The code of a call that failed, also where its run ended before it. */
export function codeOf({ code, result }: CallFacts): string | undefined {
  return code ?? textIn(result, "errorCode");
}

/** That a call runs is stored only where somebody was asked about it, or where it waited for others. */
function openState({ approval, runningAt }: CallFacts): ProgramCallState {
  if (approval === undefined || runningAt !== undefined) return "running";
  if (approval.decision === undefined) return "asking";
  return approval.decision.approve ? "queued" : "refused";
}

const STATES: ReadonlyMap<string, ProgramCallState> = new Map([
  ["policy_denied", "refused"],
  ["approval_denied", "refused"],
  ["aborted", "stopped"],
  ["skipped", "stopped"],
  ["outcome_unknown", "unknown"],
]);
