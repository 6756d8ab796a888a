import type { ApprovalDecision, Conversation } from "@toolwright/core";
import { numberOf, optionalText, textOf } from "@toolwright/durable/adapter";
import type { AuditEntry, AuditRange, IgnoredAnswer } from "@toolwright/durable/store";
import { conditions } from "../database/conditions.ts";
import type { Row, Statements } from "../database/database.ts";
import { givenText, storedText } from "../database/stored-text.ts";

/** What happened, and how much of it is kept. */
export interface NewAuditEntry {
  readonly decision: Pick<ApprovalDecision, "approvalId" | "approve">;
  readonly conversation: Conversation | undefined;
  readonly ignored: IgnoredAnswer;
  readonly keep: number;
}

const MAX_ID = 100;
const MAX_LISTED = 1_000;

/** Notes an answer that had no effect, inside a transaction, and forgets the oldest beyond the limit. */
export async function addAuditEntry(
  statements: Statements,
  { decision, conversation, ignored, keep }: NewAuditEntry,
): Promise<void> {
  const id = storedText(String(decision.approvalId).slice(0, MAX_ID).toWellFormed());
  const channel = conversation === undefined ? null : storedText(conversation.channel);
  const chatId = conversation === undefined ? null : storedText(conversation.chatId);
  const insert = `INSERT INTO approval_audit (approval_id, channel, chat_id, time, approve, ignored)
    VALUES ($1, $2, $3, now_ms(), $4, $5)`;
  await statements.run(insert, id, channel, chatId, decision.approve === true, ignored);
  const forget = `DELETE FROM approval_audit WHERE number IN (SELECT number FROM approval_audit
    WHERE number <= (SELECT max(number) FROM approval_audit) - $1 FOR UPDATE SKIP LOCKED)`;
  await statements.run(forget, keep);
}

/** The newest first. */
export async function listAudit(
  statements: Statements,
  { conversation, approvalId, limit = 100 }: AuditRange,
): Promise<AuditEntry[]> {
  const { where, values } = conditions(conversation, { approval_id: approvalId });
  const count = Math.min(Math.max(0, Math.trunc(limit)), MAX_LISTED);
  const sql = `SELECT * FROM approval_audit ${where} ORDER BY number DESC LIMIT $${values.length + 1}`;
  return (await statements.all(sql, ...values, count)).map(entryOf);
}

function entryOf(row: Row): AuditEntry {
  const channel = optionalText(row, "channel");
  const chatId = optionalText(row, "chat_id") ?? "";
  const conversation = channel && { channel: givenText(channel), chatId: givenText(chatId) };
  return {
    approvalId: givenText(textOf(row, "approval_id")),
    ...(conversation ? { conversation } : {}),
    time: numberOf(row, "time"),
    approve: row.approve === true,
    ignored: ignoredOf(textOf(row, "ignored")),
  };
}

function ignoredOf(text: string): IgnoredAnswer {
  return text === "used" || text === "expired" || text === "tool_changed" ? text : "unknown";
}
