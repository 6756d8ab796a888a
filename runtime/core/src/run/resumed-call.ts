import type { ApprovalDecision } from "../journal/event.ts";
import { mayHaveRun, type RecordedCall } from "../journal/recorded-call.ts";
import { present } from "../json/present.ts";
import type { Tool } from "../tool/tool.ts";
import type { Ended } from "./call-states.ts";
import { outcomeUnknown } from "./outcome-unknown.ts";
import { refuse } from "./refusals.ts";
import { narrowed, type Scope } from "./scope.ts";

/** A mask in recorded arguments: the real value was never stored. */
const MASK = /\[secret:[\w.-]{1,64}\]/;

/** The scope of a call that an earlier process may have begun, with what a journal holds of it. */
export function resumedScope(scope: Scope, known: RecordedCall | undefined): Scope {
  const { start, approvalId, question, expiresAt, decision } = known ?? {};
  return narrowed(scope, {
    attempt: known !== undefined && mayHaveRun(known) ? known.retries + 2 : 1,
    resumed: {
      started: start !== undefined,
      replays: start?.replays === true,
      ...present({ approvalId, question, expiresAt, decision }),
    },
  });
}

/** A call that a crash has cut off. */
interface CutOff {
  readonly known: RecordedCall | undefined;
  /** The arguments that it would run with, unless a person has given others. */
  readonly argumentsText: string;
  readonly mayRunAgain: boolean;
}

/** How a call ends that must not run in this process: it may have run, or a secret that it needs was not stored. */
export function refusalOfResumed({ known, argumentsText, mayRunAgain }: CutOff): Ended | undefined {
  if (!mayRunAgain && mayHaveRun(known)) return outcomeUnknown();
  const { decision } = known ?? {};
  const edited = decision?.approve === true && decision.arguments;
  if (!MASK.test(edited ? JSON.stringify(edited) : argumentsText)) return undefined;
  // A tool that replays may have made calls by then, which would be made again by one that is asked for anew.
  if (known?.start?.replays === true && mayHaveRun(known)) return outcomeUnknown();
  const message = "The arguments held a secret that was not stored, so the call cannot be resumed.";
  return refuse({ code: "approval_denied", message, suggestion: "Ask again." });
}

/** Says that a call runs again, where it may have run: so its attempts are counted. */
export async function tellRetry(toolName: string, known: RecordedCall | undefined, scope: Scope): Promise<void> {
  if (!mayHaveRun(known)) return;
  const { runId, toolCallId: parentId } = scope;
  const message = `${toolName} is run again (attempt ${scope.attempt}).`;
  await scope.activity.emit("warning", { code: "call_retried", message }, { runId, parentId });
}

/** A no without a reason: it may have been said to a call behind one that still waited for its answer. */
export function isStop(decision: ApprovalDecision | undefined): boolean {
  return decision?.approve === false && (decision.reason ?? "").trim() === "";
}

/** Whether a tool is run again to go on behind the calls that it has made. */
export function isReplayed(tool: Tool | undefined, known: RecordedCall | undefined): boolean {
  return tool?.spec.replays === true && known?.start?.replays === true;
}
