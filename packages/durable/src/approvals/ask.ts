import type { ApprovalDecision } from "@toolwright/core";
import { numberOf, type Row, textOf } from "../database/row.ts";
import type { StoreCore } from "../store-core.ts";
import { StoreError } from "../store-error.ts";
import { addAuditEntry } from "./audit.ts";
import { type Asked, bindingOf } from "./binding-of.ts";
import { SPENT } from "./judge-answer.ts";

/** Undefined: the question is open. Otherwise there is nothing to wait for. */
export type KnownAnswer = ApprovalDecision | undefined;

/** Stores a question, or finds it again after a restart. Throws `limit` when too many are open. */
export function ask(store: StoreCore, asked: Asked): KnownAnswer {
  const { database } = store;
  const { approvalId } = asked.request;
  return database.transaction(() => {
    const known = database.first("SELECT * FROM approvals WHERE approval_id = ?", approvalId);
    if (known === undefined) return insert(store, asked);
    return textOf(known, "binding") === bindingOf(asked) ? askAgain(store, asked, known) : changed(store, asked);
  });
}

function insert({ database, limits, now }: StoreCore, { conversation, request, tool }: Asked): undefined {
  const time = now();
  database.run("UPDATE approvals SET state = 'withdrawn' WHERE state = 'pending' AND expires_at < ?", time);
  const open = numberOf(database.first("SELECT count(*) AS n FROM approvals WHERE state = 'pending'") ?? {}, "n");
  if (open >= limits.pendingApprovals) throw new StoreError("limit", `${open} questions wait for an answer already.`);
  const sql = `INSERT INTO approvals (approval_id, channel, chat_id, tool_call_id, tool_name, arguments, binding, reason,
    created_at, expires_at, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')`;
  const { approvalId, toolCallId, toolName, reason = null, expiresAt = null } = request;
  const { channel, chatId } = conversation;
  const given = JSON.stringify(request.arguments);
  const binding = bindingOf({ conversation, request, tool });
  database.run(sql, approvalId, channel, chatId, toolCallId, toolName, given, binding, reason, time, expiresAt);
  const forget = "DELETE FROM approvals WHERE state <> 'pending' AND number <= (SELECT max(number) FROM approvals) - ?";
  database.run(forget, limits.auditRows);
}

/** The same question: its answer, if there is one, or more time for it. */
function askAgain({ database, limits, now }: StoreCore, { conversation, request }: Asked, known: Row): KnownAnswer {
  const { approvalId, expiresAt = null } = request;
  if (textOf(known, "state") !== "decided") {
    const sql = "UPDATE approvals SET state = 'pending', expires_at = ? WHERE approval_id = ?";
    database.run(sql, expiresAt, approvalId);
    return undefined;
  }
  if (typeof known.decision === "string") {
    const decision: ApprovalDecision = JSON.parse(known.decision);
    return decision;
  }
  const decision = { approvalId, approve: false, reason: SPENT.used } as const;
  addAuditEntry(database, { decision, conversation, ignored: "used", time: now(), keep: limits.auditRows });
  return decision;
}

/** Whoever answered, or will, saw another question: this one is over. */
function changed({ database, limits, now }: StoreCore, { conversation, request: { approvalId } }: Asked): KnownAnswer {
  database.run("UPDATE approvals SET state = 'decided', decision = NULL WHERE approval_id = ?", approvalId);
  const decision = { approvalId, approve: false, reason: SPENT.tool_changed } as const;
  addAuditEntry(database, { decision, conversation, ignored: "tool_changed", time: now(), keep: limits.auditRows });
  return decision;
}
