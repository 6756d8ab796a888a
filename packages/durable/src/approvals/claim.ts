import type { ApprovalDecision } from "@toolwright/core";
import { textOf } from "../database/row.ts";
import type { ClaimOutcome, ExpectedApproval } from "../port/approvals.ts";
import type { StoreCore } from "../store-core.ts";
import { addAuditEntry } from "./audit.ts";
import { cleanDecision, whyIgnored } from "./judge-answer.ts";
import { approvalOf } from "./pending-approval.ts";

/** Takes an answer for its question, once over all processes; every other answer is noted and changes nothing. */
export function claim(store: StoreCore, decision: ApprovalDecision, expected: ExpectedApproval = {}): ClaimOutcome {
  const { database, limits, now } = store;
  const id = String(decision.approvalId);
  const time = now();
  return database.transaction(() => {
    const row = database.first("SELECT * FROM approvals WHERE approval_id = ?", id);
    const asked = row && { approval: approvalOf(row), state: textOf(row, "state") };
    const ignored = whyIgnored(asked, expected, time);
    if (asked !== undefined && ignored === undefined) {
      const sql = "UPDATE approvals SET state = 'decided', decision = ? WHERE approval_id = ?";
      database.run(sql, JSON.stringify(cleanDecision(decision)), id);
      return { outcome: "accepted", approval: asked.approval };
    }
    const entry = {
      decision,
      conversation: asked?.approval.conversation,
      ignored: ignored ?? "unknown",
      time,
      keep: limits.auditRows,
    };
    addAuditEntry(database, entry);
    return { outcome: entry.ignored };
  });
}
