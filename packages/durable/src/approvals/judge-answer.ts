import { type ApprovalDecision, toJson } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { ExpectedApproval, IgnoredAnswer, PendingApproval } from "../port/approvals.ts";

/** Why a question that is asked again is refused at once. */
export const SPENT = {
  used: "The approval given was already used.",
  tool_changed: "The tool was replaced while this call waited for approval.",
} as const;

/** Why an answer to a question counts for nothing; undefined when it counts. */
export function whyIgnored(
  asked: { readonly approval: PendingApproval; readonly state: string } | undefined,
  expected: ExpectedApproval,
  now: number,
): IgnoredAnswer | undefined {
  if (asked === undefined || !isExpected(asked.approval, expected)) return "unknown";
  const { approval, state } = asked;
  if (state === "decided") return "used";
  return state === "withdrawn" || isExpired(approval, now) ? "expired" : undefined;
}

function isExpected(approval: PendingApproval, { conversation, toolCallId }: ExpectedApproval): boolean {
  if (toolCallId !== undefined && toolCallId !== approval.toolCallId) return false;
  if (conversation === undefined) return true;
  const { channel, chatId } = approval.conversation;
  return conversation.channel === channel && conversation.chatId === chatId;
}

/** Only what a decision may hold, and only a plain `true` approves. Edited arguments that are no object refuse. */
export function cleanDecision(decision: ApprovalDecision): ApprovalDecision {
  const approvalId = String(decision.approvalId);
  if (decision.approve !== true) {
    return { approvalId, approve: false, ...(typeof decision.reason === "string" ? { reason: decision.reason } : {}) };
  }
  if (decision.arguments === undefined) return { approvalId, approve: true };
  const edited = toJson(decision.arguments);
  if (edited.ok && isJsonObject(edited.value)) return { approvalId, approve: true, arguments: edited.value };
  return { approvalId, approve: false, reason: "The edited arguments are not a JSON object." };
}

/** True when an answer would come too late. */
function isExpired({ expiresAt }: Pick<PendingApproval, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && now > expiresAt;
}
