// The refusals of a call, with their codes and their words. What a person's answer comes to is in `approval.ts`, what a call inside a
// call may not do in `sub-call.ts`, and what becomes of calls of a run that died in `loop/settle-recorded.ts`.

import { scrubbedLogger } from "../logging/scrubbed-logger.ts";
import { CallIds, mintId } from "../model/call-ids.ts";
import type { Issue, RefusedCode } from "../result/error-info.ts";
import { type FailureDetails, failure } from "../result/failure.ts";
import { outputText } from "../result/output-text.ts";
import type { Part } from "../result/part.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { earlyScrubber } from "../secrets/early-scrubber.ts";
import { makeScrubber } from "../secrets/make-scrubber.ts";
import { nearestName } from "../text/nearest-name.ts";
import {
  callName,
  type DecodedCall,
  type Ended,
  type HaltReason,
  type SettledCall,
  type ToolCall,
} from "./call-states.ts";
import { callProblem, contextProblem } from "./check-call.ts";
import type { Verdict } from "./policy.ts";
import type { RunnerOptions } from "./runner-options.ts";
import type { Scope } from "./scope.ts";

/** What a refusal may be called: a policy may name the danger that it saw. */
export interface Refusal extends FailureDetails {
  readonly code: RefusedCode | "security_violation";
}

/** Ends a call before it runs. */
export function refuse(refusal: Refusal, stop?: HaltReason): Ended {
  return { stage: "ended", how: "refused", result: failure(refusal, { ran: false }), durationMs: 0, stop };
}

/** Ends a call that its step, or its run, has no room for any more. */
export function refuseHalted(why: HaltReason): Ended {
  const message =
    why === "denied" ? "The user refused an earlier call of this step." : "The run was stopped by its loop guard.";
  return refuse({ code: "skipped", message });
}

/** Ends a call whose run was stopped before it could start. */
export function refuseAborted(): Ended {
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

/** Told to the model with the third identical outcome in a row. */
const NOTE =
  "[The same call came to the same result 3 times in a row. Change the arguments or go on without it: the run stops if it is repeated twice more.]";

/** The answer to a call, with the note under it. */
export function withRepetitionNote(content: string | readonly Part[]): string | readonly Part[] {
  return typeof content === "string" ? `${content}\n${NOTE}` : [...content, { type: "text", text: NOTE }];
}

/** The refusal of a call that the policy denies. */
export function refuseDenied({ reason, rule, code }: Verdict): Ended {
  return refuse({
    code: code === "security_violation" ? code : "policy_denied",
    message: reason ?? (typeof rule === "string" ? `Denied by ${rule}.` : "This call is not allowed."),
    suggestion: "Do not retry a variant; continue without it or ask the user.",
  });
}

/** An event could not be stored, or the runner itself has a bug. Nobody was told, so nothing may be assumed. */
export function unrecorded({ name }: DecodedCall, scope: Scope, error: unknown): SettledCall {
  const { toolCallId, logger, memory, activity } = scope;
  // Whatever it came to, nobody heard of it: the same read may be made again.
  memory?.reads.forgetAll(new Set([toolCallId]));
  // A run whose journal has failed says so once, when it ends.
  if (memory?.counter === undefined || activity.failure === undefined)
    logger.error("A call could not be recorded", { tool: name, toolCallId, error });
  const result = failure({ code: "outcome_unknown", message: "the call could not be recorded; it may have run." });
  return unheard(toolCallId, name, result);
}

/** The end of a call whose runner cannot start: its journal cannot be read, or its secrets cannot be used. */
export function notReady(call: ToolCall): SettledCall {
  const result = failure({ code: "skipped", message: "The runner could not start, so this call was not run." });
  return unheard(new CallIds(makeScrubber()).claim(call?.id), callName(call?.name), result);
}

/** Calls as they were read, and as they were given. */
interface GivenCalls {
  readonly asked: readonly ToolCall[];
  readonly given: readonly unknown[];
  readonly context: unknown;
}

/** The end of all calls of a step in which one has a form that no call has; none where there is no such call. */
export function misused({ asked, given, context }: GivenCalls, { logger, secrets }: RunnerOptions): SettledCall[] {
  const inContext = context === undefined || context === null ? undefined : contextProblem(context);
  const problem = inContext ?? asked.map((call, at) => callProblem(call, given[at])).find((one) => one !== undefined);
  if (problem === undefined) return [];
  const scrubber = earlyScrubber(secrets);
  scrubbedLogger(logger ?? console, scrubber).error("A call was not run", { error: problem });
  const result = failure({ code: "skipped", message: `${scrubber.text(problem)} It was not run.` });
  return asked.map((call) => unheard(mintId(), callName(call?.name), result));
}

function unheard(toolCallId: string, toolName: string, result: ToolResult): SettledCall {
  const message = toolMessage({ toolCallId, content: outputText(result.output), result });
  return { toolCallId, toolName, result, message, durationMs: 0 };
}

/** Says why a runner cannot start, with secrets masked. Never throws. */
export function reportNotReady(error: unknown, { logger, secrets }: RunnerOptions): void {
  scrubbedLogger(logger ?? console, earlyScrubber(secrets)).error("The runner could not start", { error });
}
