import { fieldIn, numberIn } from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { useState } from "react";
import type { Approval } from "../cards/frame/use-approval.ts";
import { useCallNote } from "../cards/frame/use-call-notes.ts";
import { jsonText } from "../cards/json-text.ts";
import { LongText } from "../cards/long-text.tsx";
import type { ShownCall } from "../cards/shown-call.ts";
import { approvalTexts } from "../words/approval.ts";
import type { ApprovalAnswer } from "./approvals.ts";
import { Question } from "./question.tsx";
import { useDecide } from "./use-decide.ts";
import { beginDraft } from "./use-draft.ts";

interface ApprovalCardProps {
  readonly call: ShownCall;
  readonly approval: Approval;
  /** Whether an answer is waited for. */
  readonly isAsked: boolean;
}

/** The question whether a call may run, and afterwards what the answer was. */
export function ApprovalCard({ call, approval, isAsked }: ApprovalCardProps) {
  const [answered, setAnswered] = useState<ApprovalAnswer>();
  const decision = useCallNote(call.toolCallId, "decision");
  const question = useCallNote(call.toolCallId, "question");
  const decide = useDecide(call, approval.id);
  if (isAsked && answered === undefined) {
    const onAnswered = (answer: ApprovalAnswer) => {
      beginDraft(approval.id, undefined);
      setAnswered(answer);
    };
    return <Question {...{ call, approval, decide, onAnswered }} />;
  }
  const ranWith = fieldIn(decision, "arguments") ?? answered?.arguments;
  const words = answeredWords(hasExpired(call, question) ? { ...approval, resolution: "expired" } : approval, {
    ...answered,
    arguments: ranWith,
  });
  if (words === undefined) return null;
  return (
    // That it was allowed is seen from what it did.
    <div className={words === questionTexts.allowed ? "tw-unseen" : "tw-answered"}>
      <p role="status">{words.slice(0, 2_000)}</p>
      {ranWith === undefined ? null : <LongText text={jsonText(ranWith)} />}
    </div>
  );
}

/** Whether the call ended because its question had been open for too long. */
function hasExpired({ approval, timing }: ShownCall, question: unknown): boolean {
  const [end, expiry] = [numberIn(timing, "completedAt"), numberIn(question, "expiresAt")];
  return approval?.resolution === "cancelled" && end !== undefined && expiry !== undefined && end >= expiry;
}

/** One line about what became of a question; undefined when nothing did. */
export function answeredWords(approval: Approval, answered: Partial<ApprovalAnswer>): string | undefined {
  const { approved = answered.approve, reason = answered.reason, resolution } = approval;
  if (approved === undefined) return resolution === undefined ? undefined : approvalTexts[resolution];
  if (!approved)
    return reason === undefined || reason === "" ? questionTexts.refused : questionTexts.refusedBecause(reason);
  if (answered.arguments !== undefined) return questionTexts.allowedWithOthers;
  if (answered.always === "session") return approvalTexts.allowedInConversation;
  return answered.always === true ? approvalTexts.allowedBySaved : questionTexts.allowed;
}
