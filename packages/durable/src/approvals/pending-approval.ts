import { numberOf, optionalNumber, optionalText, type Row, textOf } from "../database/row.ts";
import type { PendingApproval } from "../port/approvals.ts";

/** A question from its row. */
export function approvalOf(row: Row): PendingApproval {
  const reason = optionalText(row, "reason");
  const expiresAt = optionalNumber(row, "expires_at");
  return {
    approvalId: textOf(row, "approval_id"),
    conversation: { channel: textOf(row, "channel"), chatId: textOf(row, "chat_id") },
    toolCallId: textOf(row, "tool_call_id"),
    toolName: textOf(row, "tool_name"),
    arguments: JSON.parse(textOf(row, "arguments")),
    createdAt: numberOf(row, "created_at"),
    ...(reason === undefined ? {} : { reason }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
