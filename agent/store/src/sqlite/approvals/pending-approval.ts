import type { Reach } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { PendingApproval } from "../../port/approvals.ts";
import {
  assertSum,
  numberOf,
  optionalNumber,
  optionalText,
  type Row,
  storedJson,
  textOf,
} from "../../rules/rows/row.ts";
import { namesIn } from "../../rules/threads/thread.ts";

function storedReach(text: string): Reach {
  return JSON.parse(text);
}

/** A question from its row. */
export function approvalOf(row: Row): PendingApproval {
  const given = textOf(row, "arguments");
  const reach = optionalText(row, "reach");
  assertSum(given, row.sum);
  return {
    approvalId: textOf(row, "approval_id"),
    conversation: namesIn(row),
    toolCallId: textOf(row, "tool_call_id"),
    toolName: textOf(row, "tool_name"),
    arguments: storedJson(given),
    createdAt: numberOf(row, "created_at"),
    ...present({
      reason: optionalText(row, "reason"),
      reach: reach === undefined ? undefined : storedReach(reach),
      expiresAt: optionalNumber(row, "expires_at"),
    }),
  };
}
