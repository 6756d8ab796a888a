import type { SettledCall } from "@toolwright/core";
import { type FailureDetails, failure, outputText, toolMessage } from "@toolwright/core/internal";
import type { ForeignCall } from "./foreign-call.ts";

/** The end of a call that did not run here. */
export function ended(call: Pick<ForeignCall, "id" | "name">, details: FailureDetails, ran = false): SettledCall {
  const result = failure(details, { ran });
  const toolCallId = call.id ?? "";
  const message = toolMessage({ toolCallId, content: outputText(result.output), result });
  return { toolCallId, toolName: call.name, result, message, durationMs: 0 };
}

/** The id of a call stands for other arguments, or another tool, already. */
export const CROSSED: FailureDetails = {
  code: "security_violation",
  message: "The id of this call was used for another call before, so nothing was run.",
  suggestion: "Make the call again, with an id of its own.",
};

/** The call has run, and what it came to is not kept any longer. */
export const FORGOTTEN: FailureDetails = {
  code: "redundant_call",
  message: "This call was made before, and its result is not kept any longer. It was not run again.",
};

/** Whoever joined a call that goes on was stopped. */
export const LEFT: FailureDetails = { code: "aborted", message: "stopped while this call ran." };

/** Another process began it. */
export const UNKNOWN: FailureDetails = {
  code: "outcome_unknown",
  message: "the process stopped while this call ran; it may have had its effect, so it is not run again.",
};

/** The record of the conversation cannot be read, or not be written. */
export const UNRECORDED: FailureDetails = {
  code: "skipped",
  message: "The call could not be recorded, so it was not run.",
};

/** A framework brings a call for which its user was never asked here. */
export const NOT_ASKED: FailureDetails = {
  code: "approval_denied",
  message: "This call needs approval, and nobody was asked about it in this form.",
};
