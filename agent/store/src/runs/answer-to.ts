import type { ClaimedDecision } from "../port/approvals.ts";
import type { GivenDecision } from "../port/runs.ts";

/** A decision as the answer to this question. Throws a `TypeError` where it names another one: it was made for that. */
export function answerTo(approvalId: string, decision: GivenDecision): ClaimedDecision {
  const named: unknown = Reflect.get(Object(decision), "approvalId");
  if (named !== undefined && named !== approvalId)
    throw new TypeError("What store.decide is given names another question than its first argument.");
  return { ...decision, approvalId };
}
