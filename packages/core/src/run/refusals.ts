// Every refusal of a call before it runs, with its code and its words; what a person's answer comes to is in `approval.ts`.

import type { Issue, RefusedCode } from "../result/error-info.ts";
import { type FailureDetails, failure } from "../result/failure.ts";
import { nearestName } from "../schema/nearest-name.ts";
import type { Verdict } from "./policy.ts";
import type { Ended, Stop } from "./stages.ts";

/** What a refusal may be called: a policy may name the danger that it saw. */
export interface Refusal extends FailureDetails {
  readonly code: RefusedCode | "security_violation";
}

/** Ends a call before it runs. */
export function refuse(refusal: Refusal, stop?: Stop): Ended {
  return { stage: "ended", how: "refused", result: failure(refusal, { ran: false }), durationMs: 0, stop };
}

/** Ends a call that its step, or its run, has no room for any more. */
export function refuseHalted(why: Stop): Ended {
  const message =
    why === "denied" ? "The user refused an earlier call of this step." : "The run was stopped by its loop guard.";
  return refuse({ code: "skipped", message });
}

/** Ends a call whose run was stopped before it could start. */
export function refuseStopped(): Ended {
  return refuse({ code: "skipped", message: "The run was stopped before this call ran." });
}

/** The refusal of arguments that are no JSON object. */
export function refuseText(message: string): Ended {
  const suggestion = "(send the arguments as one complete JSON object).";
  return refuse({ code: "invalid_json", message, suggestion });
}

/** The most names that a refusal lists. */
const MAX_LISTED = 20;

/** The refusal of a name that is not registered, or not active in this step. */
export function refuseName(name: string, names: readonly string[], isRegistered: boolean): Ended {
  const shown = JSON.stringify(name.slice(0, 64).toWellFormed());
  const suggestion = listed(names);
  if (isRegistered) {
    return refuse({ code: "inactive_tool", message: `The tool ${shown} is not available in this step.`, suggestion });
  }
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
  return refuse({ code: "unknown_tool", message: `There is no tool ${shown}.${hint}`, suggestion });
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "No tools are available.";
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return `Available tools: ${names.slice(0, MAX_LISTED).join(", ")}${more}.`;
}

/** Small models repeat a call that was refused, or go on as if it had run. */
const AGAIN = "Nothing was run, and the same call will fail again: change the arguments.";

/** The refusal of arguments that do not fit the schema. */
export function refuseArguments(issues: readonly Issue[]): Ended {
  const lines = issues.map(({ path, message }) => `${path === "" ? "arguments" : path}: ${message}`);
  const message = lines.join("; ").replace(/[^.?!…]$/, "$&.");
  return refuse({ code: "invalid_arguments", message, issues, suggestion: AGAIN });
}

/** The refusal of a read whose answer is still in the history. */
export function refuseRepetition(earlierId: string): Ended {
  return refuse({
    code: "redundant_call",
    message: `The identical call ${earlierId} was made in this run, and nothing has changed since.`,
    suggestion: "Use its result.",
  });
}

/** The refusal of the fifth identical call. */
export function refuseLoop(): Ended {
  const message = "The same call came to the same result four times in a row, so it was not made again.";
  return refuse({ code: "redundant_call", message }, "loop_guard");
}

/** The refusal of a call that the policy denies. */
export function refuseDenied({ reason, rule, code }: Verdict): Ended {
  return refuse({
    code: code === "security_violation" ? code : "policy_denied",
    message: reason ?? (rule === undefined ? "This call is not allowed." : `Denied by ${rule}.`),
    suggestion: "Do not retry a variant; continue without it or ask the user.",
  });
}
