import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { useState } from "react";
import type { Approval } from "../cards/frame/use-approval.ts";
import type { ApprovalAnswer } from "./approvals.ts";
import { Question } from "./question.tsx";
import { useDecide } from "./use-decide.ts";

interface ApprovalCardProps {
  readonly call: ToolCallMessagePartProps;
  readonly approval: Approval;
  /** Whether an answer is waited for. */
  readonly isAsked: boolean;
}

/** The question whether a call may run, and afterwards what the answer was. */
export function ApprovalCard({ call, approval, isAsked }: ApprovalCardProps) {
  const [answered, setAnswered] = useState<ApprovalAnswer>();
  const decide = useDecide(call, approval.id);
  if (isAsked && answered === undefined) {
    return <Question {...{ call, approval, decide, onAnswered: setAnswered }} />;
  }
  const words = answeredWords(approval, answered);
  return words === undefined ? null : (
    <p className="tw-answered" role="status">
      {words.slice(0, 2_000)}
    </p>
  );
}

/** One line about what became of a question; undefined when nothing did. */
export function answeredWords(approval: Approval, answered: ApprovalAnswer | undefined): string | undefined {
  const { approved = answered?.approve, reason = answered?.reason, resolution, optionId } = approval;
  if (approved === undefined) return resolution === undefined ? undefined : RESOLUTIONS[resolution];
  if (!approved) return reason === undefined || reason === "" ? "Refused" : `Refused: ${reason}`;
  const isEdited = answered?.arguments !== undefined || optionId === "edited";
  if (isEdited) return "Allowed with other arguments";
  return answered?.always === true ? "Allowed, and the rules are saved" : "Allowed";
}

const RESOLUTIONS = { cancelled: "Nobody answered: the question is over", expired: "Expired" };
