// Asks a person whether a call may run: alone, or together with the other calls of its step (`step-questions.ts`).

import { lazy, NOT_LOADED } from "../tool/lazy.ts";
import { aboutCall, answerFrom } from "./answer.ts";
import type { ApprovalAnswer, Ended, ReadCall } from "./call-states.ts";
import type { Approver } from "./policy.ts";
import { refuse, refuseStopped } from "./refusals.ts";
import type { ApprovalQuestion, Scope } from "./scope.ts";

/** What a question is told and heard with: a run in which nobody is asked does not load it. */
export const asking = lazy(() => import("./open-question.ts"));

/** The answer to a question whose call has its turn. */
export async function askApproval(question: ApprovalQuestion): Promise<ApprovalAnswer | Ended> {
  const { scope, read } = question;
  const refusal = refusalBefore(scope);
  if (refusal !== undefined) return refusal;
  let machinery: typeof import("./open-question.ts");
  try {
    machinery = await asking();
  } catch {
    return refuse({ code: "skipped", message: NOT_LOADED });
  }
  if (machinery.isAsRecorded(question)) {
    const recorded = recordedAnswer(read, scope);
    if (recorded !== undefined) return recorded;
  }
  const { approver, questions } = scope;
  if (approver === undefined) return nobody(read);
  if (questions !== undefined) return questions.ask(question, approver);
  // A call that is no part of a step is asked about when all others of its kind have been answered.
  return scope.approvals.inTurn(() => askAlone(question, approver), scope.signal);
}

async function askAlone(question: ApprovalQuestion, approver: Approver): Promise<ApprovalAnswer | Ended> {
  const { OpenQuestion } = await asking();
  return refuseStopped(question.scope) ?? (await OpenQuestion.tell(question, approver)).hear();
}

/**
 * What a person has said to a call that is allowed when its turn comes: a no counts, and so does an edit. A question
 * that nobody has answered is taken back, and an event says that it needs no answer.
 */
export async function answerBefore(read: ReadCall, scope: Scope): Promise<ApprovalAnswer | Ended> {
  const said = refusalBefore(scope) ?? recordedAnswer(read, scope) ?? scope.questions?.answerOf(scope.toolCallId);
  if (said !== undefined) return said;
  const approvalId = scope.questions?.drop(scope.toolCallId) ?? scope.resumed?.approvalId;
  if (approvalId !== undefined) {
    const decision = { approvalId, approve: true, reason: NO_ANSWER_NEEDED } as const;
    await scope.activity.emit("approval_decision", { ...decision, toolCallId: scope.toolCallId }, aboutCall(scope));
  }
  return "as_asked";
}

/** Whether a question about the call was told before its turn. */
export function wasAsked({ resumed, questions, toolCallId }: Scope): boolean {
  return resumed?.approvalId !== undefined || questions?.has(toolCallId) === true;
}

const NO_ANSWER_NEEDED = "No answer was needed any more: a rule allows this call.";

/** A no that was said before the turn of its call; it holds whatever has changed since. */
export function refusalBefore({ resumed, questions, toolCallId, halt }: Scope): Ended | undefined {
  const { decision } = resumed ?? {};
  const said = decision?.approve === false ? answerFrom(decision, {}, halt) : questions?.answerOf(toolCallId);
  return typeof said === "object" && "stage" in said ? said : undefined;
}

/** What was answered in an earlier process. */
function recordedAnswer({ arguments: args }: ReadCall, scope: Scope): ApprovalAnswer | Ended | undefined {
  const { decision } = scope.resumed ?? {};
  return decision && answerFrom(decision, scope.scrubber.json(args), scope.halt);
}

function nobody(read: ReadCall): Ended {
  return refuse({
    code: "approval_denied",
    message: `${read.tool.name} needs approval, and nobody can be asked.`,
    suggestion: "Go on without it.",
  });
}
