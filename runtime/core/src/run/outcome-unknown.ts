import { failure } from "../result/failure.ts";
import { ToolError } from "../result/tool-error.ts";
import { type Ended, endedAs } from "./call-states.ts";

const WHY = "the process stopped while this call ran; whether it took effect is not known.";

/** The end of a call that a crash cut off. It was started, so it is no refusal: it may have taken effect. */
export function outcomeUnknown(): Ended {
  const result = failure({ code: "outcome_unknown", message: WHY, suggestion: "Check before you repeat it." });
  return endedAs("failed", result);
}

/** What a step rejects with that may not be done again. */
export function stepUnknown(): ToolError {
  return new ToolError(WHY, { code: "outcome_unknown" });
}

export function isStepUnknown(error: unknown): boolean {
  return ToolError.isInstance(error) && error.code === "outcome_unknown";
}
