import type { CallPreview, Reach } from "@toolwright/core";
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

function storedPreview(text: string): CallPreview {
  return JSON.parse(text);
}

function storedProgram(text: string): PendingApproval["program"] {
  return JSON.parse(text);
}

/** A question from its row. */
export function approvalOf(row: Row): PendingApproval {
  const given = textOf(row, "arguments");
  const reach = optionalText(row, "reach");
  const shows = optionalText(row, "shows");
  const program = optionalText(row, "program");
  assertSum(given, row.sum);
  return {
    approvalId: textOf(row, "approval_id"),
    conversation: namesIn(row),
    toolCallId: textOf(row, "tool_call_id"),
    toolName: textOf(row, "tool_name"),
    arguments: storedJson(given),
    createdAt: numberOf(row, "created_at"),
    ...present({
      owner: optionalText(row, "owner"),
      reason: optionalText(row, "reason"),
      reach: reach === undefined ? undefined : storedReach(reach),
      shows: shows === undefined ? undefined : storedPreview(shows),
      preview: optionalText(row, "preview"),
      program: program === undefined ? undefined : storedProgram(program),
      expiresAt: optionalNumber(row, "expires_at"),
    }),
  };
}
