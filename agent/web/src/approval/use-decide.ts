import { use } from "react";
import type { ShownCall } from "../cards/shown-call.ts";
import { type ApprovalAnswer, ApprovalsContext } from "./approvals.ts";

/** Answers a question; one sentence where the answer did not count. */
export type Decide = (answer: ApprovalAnswer) => Promise<string | undefined>;

/** The app's way to answer, or assistant-ui's own where the app gives none. */
export function useDecide(call: ShownCall, approvalId: string): Decide {
  const approvals = use(ApprovalsContext);
  if (approvals !== undefined) return (answer) => approvals.decide(approvalId, answer);
  return async ({ approve, reason }) => {
    try {
      await call.respondToApproval({ approved: approve, ...(reason === undefined ? {} : { reason }) });
      return undefined;
    } catch {
      return "The answer could not be given: this app has no way to do it.";
    }
  };
}
