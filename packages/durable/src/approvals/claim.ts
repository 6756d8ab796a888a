import { type ApprovalDecision, toJson } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { type Row, textOf } from "../database/row.ts";
import type { ClaimOutcome, ExpectedApproval, IgnoredAnswer, PendingApproval } from "../port/approvals.ts";
import type { StoreCore } from "../store-core.ts";
import { addAuditEntry } from "./audit.ts";
import { approvalOf, isExpired } from "./pending-approval.ts";

/** Takes an answer for its question, once over all processes; every other answer is noted and changes nothing. */
export function claim(store: StoreCore, decision: ApprovalDecision, expected: ExpectedApproval = {}): ClaimOutcome {
  const { database, limits, now } = store;
  const id = String(decision.approvalId);
  const time = now();
  return database.transaction(() => {
    const row = database.first("SELECT * FROM approvals WHERE approval_id = ?", id);
    const ignored = whyIgnored(row, expected, time);
    if (row !== undefined && ignored === undefined) {
      const sql = "UPDATE approvals SET state = 'decided', decision = ? WHERE approval_id = ?";
      database.run(sql, JSON.stringify(cleanDecision(decision)), id);
      return { outcome: "accepted", approval: approvalOf(row) };
    }
    const { conversation } = row === undefined ? {} : approvalOf(row);
    const entry = { decision, conversation, ignored: ignored ?? "unknown", time, keep: limits.auditRows };
    addAuditEntry(database, entry);
    return { outcome: entry.ignored };
  });
}

function whyIgnored(row: Row | undefined, expected: ExpectedApproval, now: number): IgnoredAnswer | undefined {
  if (row === undefined) return "unknown";
  const approval = approvalOf(row);
  if (!isExpected(approval, expected)) return "unknown";
  const state = textOf(row, "state");
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
function cleanDecision(decision: ApprovalDecision): ApprovalDecision {
  const approvalId = String(decision.approvalId);
  if (decision.approve !== true) {
    return { approvalId, approve: false, ...(typeof decision.reason === "string" ? { reason: decision.reason } : {}) };
  }
  if (decision.arguments === undefined) return { approvalId, approve: true };
  const edited = toJson(decision.arguments);
  if (edited.ok && isJsonObject(edited.value)) return { approvalId, approve: true, arguments: edited.value };
  return { approvalId, approve: false, reason: "The edited arguments are not a JSON object." };
}
