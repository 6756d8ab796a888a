import type { ApprovalDecision } from "../journal/event.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import type { JsonObject } from "../json/json.ts";
import type { ApprovalAnswer, Ended, Halt } from "./call-states.ts";
import { refuse } from "./refusals.ts";
import type { Scope } from "./scope.ts";

/** What an answer comes to for a call that was asked about with these arguments, masked. */
export function answerFrom(decision: ApprovalDecision, asked: JsonObject, halt: Halt): ApprovalAnswer | Ended {
  if (decision.approve !== true) return refusedBy(decision.reason, halt);
  const { arguments: edited } = decision;
  return edited === undefined || canonicalJson(edited) === canonicalJson(asked) ? "as_asked" : { edited };
}

/** A refusal with a reason is the result and the run goes on; one without a reason stops the run. */
function refusedBy(reason: string | undefined, halt: Halt): Ended {
  if (reason !== undefined && reason.trim() !== "") return notApproved(reason);
  // At once: other questions of this step may be open.
  halt.why ??= "denied";
  return refuse({ code: "approval_denied", message: "The user refused this call." }, "denied");
}

export function notApproved(message: string): Ended {
  return refuse({ code: "approval_denied", message });
}

/** What an event about a question of a call belongs to. */
export function aboutCall({ runId, toolCallId: parentId }: Scope) {
  return { runId, parentId };
}
