// The refusals of a call, with their codes and their words. What a person's answer comes to is in `approval.ts`, what a
// call inside a call may not do in `sub-call.ts`, and what becomes of calls of a run that died in
// `loop/settle-recorded.ts`.

import { isAborted } from "../async/abort.ts";
import type { Issue, RefusedCode } from "../result/error-info.ts";
import { type FailureDetails, failure } from "../result/failure.ts";
import type { Decoded } from "../schema/decode/decode-arguments.ts";
import type { DecodedCall, Ended, Halt, HaltReason, SettledCall } from "./call-states.ts";
import { listed } from "./offered-names.ts";
import type { Verdict } from "./policy.ts";
import type { Scope } from "./scope.ts";
import { unheard } from "./unheard.ts";

/** What a refusal may be called: a policy may name the danger that it saw. */
export interface Refusal extends FailureDetails {
  readonly code: RefusedCode | "security_violation";
}

/** Ends a call before it runs. */
export function refuse(refusal: Refusal, stop?: HaltReason): Ended {
  return { stage: "ended", how: "refused", result: failure(refusal, { ran: false }), durationMs: 0, stop };
}

/** Ends a call that its step, or its run, has no room for any more; undefined where nothing has stopped them. */
export function refuseHalted({ why }: Halt): Ended | undefined {
  if (why === undefined) return undefined;
  const message =
    why === "denied" ? "The user refused another call of this step." : "The run was stopped by its loop guard.";
  return refuse({ code: "skipped", message });
}

/** Ends a call whose run was stopped before it could start. */
export function refuseAborted(): Ended {
  return refuse({ code: "skipped", message: "The run was stopped before this call ran." });
}

/** Ends a call whose step or run was stopped in the meantime; undefined where it may go on. */
export function refuseStopped({ halt, signal }: Pick<Scope, "halt" | "signal">): Ended | undefined {
  return refuseHalted(halt) ?? (isAborted(signal) ? refuseAborted() : undefined);
}

/** The refusal of arguments that are no JSON object. */
export function refuseText({ reason, hint }: Extract<Decoded, { ok: false }>): Ended {
  const suggestion = `(${hint === undefined ? "" : `${hint}; `}send the arguments as one complete JSON object).`;
  return refuse({ code: "invalid_json", message: reason, suggestion });
}

/** What is known about a name that no tool has that a call may reach. */
interface NoTool {
  readonly names: readonly string[];
  readonly isRegistered: boolean;
  readonly nearest?: string | undefined;
  /** Which call may be meant, in a sentence. */
  readonly instead?: string | undefined;
}

/** The refusal of a name that is not registered, or not active in this step. */
export function refuseName(name: string, { names, isRegistered, nearest, instead }: NoTool): Ended {
  const shown = JSON.stringify(name.slice(0, 64).toWellFormed());
  const suggestion = instead === undefined ? listed(names) : `${instead} ${listed(names)}`;
  if (isRegistered) {
    return refuse({ code: "inactive_tool", message: `The tool ${shown} is not available in this step.`, suggestion });
  }
  const hint = nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
  return refuse({ code: "unknown_tool", message: `There is no tool ${shown}.${hint}`, suggestion });
}

/** Small models repeat a call that was refused, or go on as if it had run. */
const AGAIN = "Nothing was run, and the same call will fail again: change the arguments.";

/** The refusal of arguments that do not fit the schema; `instead` says how to call the tool, where that is known. */
export function refuseArguments(issues: readonly Issue[], instead?: string): Ended {
  const lines = issues.map(({ path, message }) => `${path === "" ? "arguments" : path}: ${message}`);
  const message = lines.join("; ").replace(/[^.?!…]$/, "$&.");
  const suggestion = instead === undefined ? AGAIN : `Nothing was run. ${instead}`;
  return refuse({ code: "invalid_arguments", message, issues, suggestion });
}

/** The refusal of a read whose answer is still in the history, and brings that: many a model does not look for it. */
export function refuseRepetition(earlierId: string, answer: string | undefined): Ended {
  // An id says nothing beside the result itself, and makes no two conversations alike.
  const earlier = answer === undefined ? ` (${earlierId})` : "";
  return refuse({
    code: "redundant_call",
    message: `The same call was made before in this run${earlier}, and nothing has changed since.`,
    suggestion: answer === undefined ? "Use the result of the first." : `Its result was:\n${answer}`,
  });
}

/** The refusal of the fifth identical call. */
export function refuseLoop(): Ended {
  const message = "The same call came to the same result four times in a row, so it was not made again.";
  return refuse({ code: "redundant_call", message }, "loop_guard");
}

/** Told to the model under the third identical outcome in a row. */
export const REPETITION_NOTE =
  "[The same call came to the same result 3 times in a row. Change the arguments or go on without it: " +
  "the run stops if it is repeated twice more.]";

/** The refusal of a call that the policy denies. */
export function refuseDenied({ reason, rule, code, reach }: Verdict): Ended {
  const refused = refuse({
    code: code === "security_violation" ? code : "policy_denied",
    message: reason ?? (typeof rule === "string" ? `Denied by ${rule}.` : "This call is not allowed."),
    suggestion: "Do not retry a variant; continue without it or ask the user.",
  });
  return { ...refused, reach };
}

/** The refusal of a call that would have done something else after every answer. */
export function refuseUnsteady(): Ended {
  const message = "What this call would do was something else each time that it had been approved.";
  return refuse({ code: "approval_denied", message, suggestion: "Look at its state first." });
}

/** Why a call could not be recorded, and whether that is known to have been before it ran. */
interface RecordingFailure {
  readonly error: unknown;
  readonly mayHaveRun: boolean;
}

/** An event could not be stored, or the runner itself has a bug. Nobody was told, so nothing may be assumed. */
export function unrecorded({ name }: DecodedCall, scope: Scope, { error, mayHaveRun }: RecordingFailure): SettledCall {
  const { toolCallId, logger, memory, activity } = scope;
  // Whatever it came to, nobody heard of it: the same read may be made again.
  memory?.reads.forgetAll(new Set([toolCallId]));
  // A run whose journal has failed says so once, when it ends.
  if (memory?.run === undefined || activity.failure === undefined)
    logger.error("A call could not be recorded", { tool: name, toolCallId, error });
  const message = mayHaveRun
    ? "the call could not be recorded; it may have run."
    : "The call could not be recorded, so it was not run.";
  return unheard(toolCallId, name, failure({ code: "outcome_unknown", message }, { ran: mayHaveRun }));
}
