import { present } from "@toolwright/core/internal";
import { numberOf, optionalNumber, optionalText, type Row, textOf } from "../database/row.ts";
import type { PendingApproval } from "../port/approvals.ts";
import { namesIn } from "../threads/thread.ts";

/** A question from its row. */
export function approvalOf(row: Row): PendingApproval {
  return {
    approvalId: textOf(row, "approval_id"),
    conversation: namesIn(row),
    toolCallId: textOf(row, "tool_call_id"),
    toolName: textOf(row, "tool_name"),
    arguments: JSON.parse(textOf(row, "arguments")),
    createdAt: numberOf(row, "created_at"),
    ...present({ reason: optionalText(row, "reason"), expiresAt: optionalNumber(row, "expires_at") }),
  };
}
