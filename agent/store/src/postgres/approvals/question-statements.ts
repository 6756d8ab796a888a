import { SELECT_QUESTION } from "../../rules/approvals/question-rows.ts";
import { acceptedColumns, type QuestionStatements } from "../../rules/approvals/question-rules.ts";
import { numberOf } from "../../rules/rows/row.ts";
import type { Statements } from "../database/database.ts";
import { nameOf } from "../database/stored-text.ts";
import type { PostgresLimits } from "../postgres-limits.ts";
import { approvalOf, questionText } from "./pending-approval.ts";

/** What PostgreSQL is told of questions, in one transaction. `claim` names an answer that may be given twice. */
export function questionStatements(
  statements: Statements,
  { auditRows }: PostgresLimits,
  claim: string | null = null,
): QuestionStatements {
  return {
    // Asked twice at once, it is still one question.
    async insert({ conversation, request }, binding) {
      const sql = `INSERT INTO approvals (approval_id, channel, chat_id, question, binding, created_at, expires_at, state)
        VALUES ($1, $2, $3, $4, $5, now_ms(), $6, 'pending') ON CONFLICT (approval_id) DO NOTHING`;
      const named = [request.approvalId, ...nameOf(conversation)] as const;
      return (await statements.run(sql, ...named, questionText(request), binding, request.expiresAt ?? null)) > 0;
    },
    async countOpen() {
      const over = `UPDATE approvals SET state = 'withdrawn' WHERE number IN (SELECT number FROM approvals
        WHERE state = 'pending' AND expires_at < now_ms() FOR UPDATE SKIP LOCKED)`;
      await statements.run(over);
      const forget = `DELETE FROM approvals WHERE number IN (SELECT number FROM approvals WHERE state <> 'pending'
        AND number <= (SELECT max(number) FROM approvals) - $1 FOR UPDATE SKIP LOCKED)`;
      await statements.run(forget, auditRows);
      const counted = await statements.first("SELECT count(*) AS open FROM approvals WHERE state = 'pending'");
      return numberOf(counted ?? {}, "open");
    },
    async find(approvalId) {
      const sql = `SELECT q.*, now_ms() AS now FROM (${SELECT_QUESTION} WHERE a.approval_id = $1 FOR UPDATE OF a) AS q`;
      const row = await statements.first(sql, approvalId);
      if (row === undefined) return undefined;
      const isTaken = claim !== null && row.claim === claim;
      return { approval: approvalOf(row), row, now: numberOf(row, "now"), isTaken };
    },
    reopen(approvalId, expiresAt) {
      const sql = "UPDATE approvals SET state = 'pending', expires_at = $1 WHERE approval_id = $2";
      return statements.run(sql, expiresAt, approvalId);
    },
    decide(approvalId, decision) {
      const sql = "UPDATE approvals SET state = 'decided', decision = $1, claim = $2 WHERE approval_id = $3";
      const answer = decision === undefined ? null : JSON.stringify(decision);
      return statements.run(sql, answer, claim, approvalId);
    },
    async note({ approvalId, conversation, approve, ignored }) {
      const [channel, chatId] = conversation === undefined ? [null, null] : nameOf(conversation);
      const insert = `INSERT INTO approval_audit (approval_id, channel, chat_id, time, approve, ignored)
        VALUES ($1, $2, $3, now_ms(), $4, $5)`;
      await statements.run(insert, approvalId, channel, chatId, approve, ignored);
      const forget = `DELETE FROM approval_audit WHERE number IN (SELECT number FROM approval_audit
        WHERE number <= (SELECT max(number) FROM approval_audit) - $1 FOR UPDATE SKIP LOCKED)`;
      await statements.run(forget, auditRows);
    },
    async noteAccepted(note) {
      const [id, owner, callId, tool, by, rules, more, approve, edited] = acceptedColumns(note);
      const insert = `INSERT INTO accepted_answers (channel, chat_id, approval_id, owner, tool_call_id, tool_name,
        decided_by, rules, more, approve, edited, time) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now_ms())`;
      const said = [id, owner, callId, tool, by, rules, more, approve, edited] as const;
      await statements.run(insert, ...nameOf(note.approval.conversation), ...said);
      const forget = `DELETE FROM accepted_answers WHERE number IN (SELECT number FROM accepted_answers
        WHERE number <= (SELECT max(number) FROM accepted_answers) - $1 FOR UPDATE SKIP LOCKED)`;
      await statements.run(forget, auditRows);
    },
  };
}
