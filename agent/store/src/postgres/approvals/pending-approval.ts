import type { ApprovalRequest, CallPreview, JsonObject, Reach } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { PendingApproval } from "../../port/approvals.ts";
import { numberOf, optionalNumber, optionalText, textOf } from "../../rules/rows/row.ts";
import { namesIn } from "../../rules/threads/thread.ts";
import type { Row } from "../database/database.ts";

/** What a model or a tool has written of a question: as JSON, which may hold every character. */
interface Question {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly arguments: JsonObject;
  readonly reason?: string;
  readonly reach?: Reach;
  readonly shows?: CallPreview;
  readonly preview?: string;
  readonly program?: NonNullable<ApprovalRequest["program"]>;
}

export function questionText({ toolCallId, toolName, arguments: given, ...asked }: ApprovalRequest): string {
  const { reason, reach, shows, preview, program } = asked;
  const said = present({ reason, reach, shows, preview, program });
  const question: Question = { toolCallId, toolName, arguments: given, ...said };
  return JSON.stringify(question);
}

/** A question from its row. */
export function approvalOf(row: Row): PendingApproval {
  const question: Question = JSON.parse(textOf(row, "question"));
  return {
    approvalId: textOf(row, "approval_id"),
    conversation: namesIn(row),
    ...question,
    createdAt: numberOf(row, "created_at"),
    ...present({ owner: optionalText(row, "owner"), expiresAt: optionalNumber(row, "expires_at") }),
  };
}
