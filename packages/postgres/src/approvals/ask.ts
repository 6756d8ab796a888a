import type { ApprovalDecision } from "@toolwright/core";
import { type Asked, bindingOf, numberOf, SPENT, textOf } from "@toolwright/durable/adapter";
import { StoreError } from "@toolwright/durable/store";
import type { Row, Statements } from "../database/database.ts";
import { storedText } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { addAuditEntry } from "./audit.ts";
import { questionText } from "./pending-approval.ts";

/** Undefined: the question is open. Otherwise there is nothing to wait for. */
type KnownAnswer = ApprovalDecision | undefined;

/** Stores a question, or finds it again after a restart. Throws `limit` when too many are open. */
export async function ask(store: StoreCore, asked: Asked): Promise<KnownAnswer> {
  const known = await store.database.transaction(async (statements) => {
    // Asked twice at once, it is still one question.
    const isNew = await insert(statements, store, asked);
    if (isNew) return undefined;
    const sql = "SELECT * FROM approvals WHERE approval_id = $1 FOR UPDATE";
    const row = (await statements.first(sql, storedText(asked.request.approvalId))) ?? {};
    return textOf(row, "binding") === bindingOf(asked)
      ? askAgain(statements, store, asked, row)
      : changed(statements, store, asked);
  });
  store.bell.changed(asked.conversation);
  return known;
}

/** False when it is there already. */
async function insert(statements: Statements, { limits }: StoreCore, asked: Asked): Promise<boolean> {
  const { approvalId, expiresAt = null } = asked.request;
  const { channel, chatId } = asked.conversation;
  const sql = `INSERT INTO approvals (approval_id, channel, chat_id, question, binding, created_at, expires_at, state)
    VALUES ($1, $2, $3, $4, $5, now_ms(), $6, 'pending') ON CONFLICT (approval_id) DO NOTHING`;
  const named = [storedText(approvalId), storedText(channel), storedText(chatId)] as const;
  const inserted = await statements.run(sql, ...named, questionText(asked.request), bindingOf(asked), expiresAt);
  if (inserted === 0) return false;
  const over = `UPDATE approvals SET state = 'withdrawn' WHERE number IN (SELECT number FROM approvals
    WHERE state = 'pending' AND expires_at < now_ms() FOR UPDATE SKIP LOCKED)`;
  await statements.run(over);
  const counted = await statements.first("SELECT count(*) AS open FROM approvals WHERE state = 'pending'");
  const others = numberOf(counted ?? {}, "open") - 1;
  if (others >= limits.pendingApprovals) {
    throw new StoreError("limit", `${others} questions wait for an answer already.`);
  }
  const forget = `DELETE FROM approvals WHERE number IN (SELECT number FROM approvals WHERE state <> 'pending'
    AND number <= (SELECT max(number) FROM approvals) - $1 FOR UPDATE SKIP LOCKED)`;
  await statements.run(forget, limits.auditRows);
  return true;
}

/** The same question: its answer, if there is one, or more time for it. */
async function askAgain(
  statements: Statements,
  { limits }: StoreCore,
  { conversation, request }: Asked,
  known: Row,
): Promise<KnownAnswer> {
  const { approvalId, expiresAt = null } = request;
  if (known.state !== "decided") {
    const sql = "UPDATE approvals SET state = 'pending', expires_at = $1 WHERE approval_id = $2";
    await statements.run(sql, expiresAt, storedText(approvalId));
    return undefined;
  }
  if (typeof known.decision === "string") {
    const decision: ApprovalDecision = JSON.parse(known.decision);
    return decision;
  }
  const decision = { approvalId, approve: false, reason: SPENT.used } as const;
  await addAuditEntry(statements, { decision, conversation, ignored: "used", keep: limits.auditRows });
  return decision;
}

/** Whoever answered, or will, saw another question: this one is over. */
async function changed(
  statements: Statements,
  { limits }: StoreCore,
  { conversation, request: { approvalId } }: Asked,
): Promise<KnownAnswer> {
  const sql = "UPDATE approvals SET state = 'decided', decision = NULL WHERE approval_id = $1";
  await statements.run(sql, storedText(approvalId));
  const decision = { approvalId, approve: false, reason: SPENT.tool_changed } as const;
  await addAuditEntry(statements, { decision, conversation, ignored: "tool_changed", keep: limits.auditRows });
  return decision;
}
