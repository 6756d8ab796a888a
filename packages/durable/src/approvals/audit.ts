import type { ApprovalDecision, Conversation } from "@toolwright/core";
import { conditions } from "../database/conditions.ts";
import type { Database } from "../database/database.ts";
import { numberOf, optionalText, type Row, textOf } from "../database/row.ts";
import type { AuditEntry, AuditRange, IgnoredAnswer } from "../port/approvals.ts";

/** What happened, and how much of it is kept. */
export interface NewAuditEntry {
  readonly decision: Pick<ApprovalDecision, "approvalId" | "approve">;
  readonly conversation: Conversation | undefined;
  readonly ignored: IgnoredAnswer;
  readonly time: number;
  readonly keep: number;
}

const MAX_ID = 100;
const MAX_LISTED = 1_000;

/** Notes an answer that had no effect, inside a transaction, and forgets the oldest beyond the limit. */
export function addAuditEntry(
  database: Database,
  { decision, conversation, ignored, time, keep }: NewAuditEntry,
): void {
  const id = String(decision.approvalId).slice(0, MAX_ID).toWellFormed();
  const { channel = null, chatId = null } = conversation ?? {};
  const sql =
    "INSERT INTO approval_audit (approval_id, channel, chat_id, time, approve, ignored) VALUES (?, ?, ?, ?, ?, ?)";
  database.run(sql, id, channel, chatId, time, decision.approve === true ? 1 : 0, ignored);
  database.run("DELETE FROM approval_audit WHERE number <= (SELECT max(number) FROM approval_audit) - ?", keep);
}

/** The newest first. */
export function listAudit(database: Database, { conversation, approvalId, limit = 100 }: AuditRange): AuditEntry[] {
  const { where, values } = conditions(conversation, { approval_id: approvalId });
  const count = Math.min(Math.max(0, Math.trunc(limit)), MAX_LISTED);
  const sql = `SELECT * FROM approval_audit ${where} ORDER BY number DESC LIMIT ?`;
  return database.all(sql, ...values, count).map(entryOf);
}

function entryOf(row: Row): AuditEntry {
  const channel = optionalText(row, "channel");
  return {
    approvalId: textOf(row, "approval_id"),
    ...(channel === undefined ? {} : { conversation: { channel, chatId: textOf(row, "chat_id") } }),
    time: numberOf(row, "time"),
    approve: row.approve === 1,
    ignored: ignoredOf(textOf(row, "ignored")),
  };
}

function ignoredOf(text: string): IgnoredAnswer {
  return text === "used" || text === "expired" || text === "tool_changed" ? text : "unknown";
}
