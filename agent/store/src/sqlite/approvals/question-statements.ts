import { SELECT_QUESTION } from "../../rules/approvals/question-rows.ts";
import { acceptedColumns, type QuestionStatements } from "../../rules/approvals/question-rules.ts";
import { numberOf, sumOf } from "../../rules/rows/row.ts";
import type { StoreCore } from "../store-core.ts";
import { approvalOf } from "./pending-approval.ts";

/** What SQLite is told of questions. */
export function questionStatements({ database, limits, now }: StoreCore): QuestionStatements {
  return {
    insert({ conversation: { channel, chatId }, request }, binding) {
      const sql = `INSERT INTO approvals (approval_id, channel, chat_id, tool_call_id, tool_name, arguments, binding, reason,
        reach, shows, preview, program, sum, created_at, expires_at, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending') ON CONFLICT (approval_id) DO NOTHING`;
      const { approvalId, toolCallId, toolName, reason = null, preview = null, expiresAt = null } = request;
      const { reach, shows, program } = request;
      const given = JSON.stringify(request.arguments);
      const call = [toolCallId, toolName, given, binding] as const;
      const said = [reason, jsonOrNull(reach), jsonOrNull(shows), preview, jsonOrNull(program), sumOf(given)] as const;
      return database.run(sql, approvalId, channel, chatId, ...call, ...said, now(), expiresAt) > 0;
    },
    countOpen() {
      database.run("UPDATE approvals SET state = 'withdrawn' WHERE state = 'pending' AND expires_at < ?", now());
      const newest = "SELECT max(number) FROM approvals";
      database.run(`DELETE FROM approvals WHERE state <> 'pending' AND number <= (${newest}) - ?`, limits.auditRows);
      return numberOf(database.first("SELECT count(*) AS n FROM approvals WHERE state = 'pending'") ?? {}, "n");
    },
    find(approvalId) {
      const row = database.first(`${SELECT_QUESTION} WHERE a.approval_id = ?`, approvalId);
      return row && { approval: approvalOf(row), row, now: now(), isTaken: false };
    },
    reopen: (approvalId, expiresAt) =>
      database.run(
        "UPDATE approvals SET state = 'pending', expires_at = ? WHERE approval_id = ?",
        expiresAt,
        approvalId,
      ),
    decide(approvalId, decision) {
      const answer = decision === undefined ? null : JSON.stringify(decision);
      const sql = "UPDATE approvals SET state = 'decided', decision = ?, decision_sum = ? WHERE approval_id = ?";
      return database.run(sql, answer, answer === null ? null : sumOf(answer), approvalId);
    },
    note({ approvalId, conversation, approve, ignored }) {
      const { channel = null, chatId = null } = conversation ?? {};
      const sql =
        "INSERT INTO approval_audit (approval_id, channel, chat_id, time, approve, ignored) VALUES (?, ?, ?, ?, ?, ?)";
      database.run(sql, approvalId, channel, chatId, now(), approve ? 1 : 0, ignored);
      const forget = "DELETE FROM approval_audit WHERE number <= (SELECT max(number) FROM approval_audit) - ?";
      return database.run(forget, limits.auditRows);
    },
    noteAccepted(note) {
      const { channel, chatId } = note.approval.conversation;
      const [id, owner, callId, tool, by, rules, more, approve, edited] = acceptedColumns(note);
      const sql = `INSERT INTO accepted_answers (channel, chat_id, approval_id, owner, tool_call_id, tool_name, decided_by,
        rules, more, approve, edited, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
      const said = [id, owner, callId, tool, by, rules, more, Number(approve), Number(edited)] as const;
      database.run(sql, channel, chatId, ...said, now());
      const forget = "DELETE FROM accepted_answers WHERE number <= (SELECT max(number) FROM accepted_answers) - ?";
      return database.run(forget, limits.auditRows);
    },
  };
}

function jsonOrNull(value: object | string | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
