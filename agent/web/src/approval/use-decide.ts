import { textIn } from "@toolwright/view/internal";
import { use } from "react";
import { useCallNote } from "../cards/frame/use-call-notes.ts";
import type { ShownCall } from "../cards/shown-call.ts";
import { approvalTexts } from "../words/approval.ts";
import { type ApprovalAnswer, ApprovalsContext } from "./approvals.ts";

/** Answers a question; one sentence where the answer did not count. */
export type Decide = (answer: ApprovalAnswer) => Promise<string | undefined>;

/** The app's way to answer, or assistant-ui's own where the app gives none. An answer is to what is shown. */
export function useDecide(call: ShownCall, approvalId: string): Decide {
  const approvals = use(ApprovalsContext);
  const preview = textIn(useCallNote(call.toolCallId, "question"), "preview");
  if (approvals !== undefined) {
    const shown = preview === undefined ? {} : { preview };
    return (answer) => approvals.decide(approvalId, { ...answer, ...shown });
  }
  return async ({ approve, reason }) => {
    try {
      await call.respondToApproval({ approved: approve, ...(reason === undefined ? {} : { reason }) });
      return undefined;
    } catch {
      return approvalTexts.noWay;
    }
  };
}
