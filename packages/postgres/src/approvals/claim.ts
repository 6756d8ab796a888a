import { randomUUID } from "node:crypto";
import type { ApprovalDecision } from "@toolwright/core";
import { cleanDecision, numberOf, textOf, whyIgnored } from "@toolwright/durable/adapter";
import type { ClaimOutcome, ExpectedApproval } from "@toolwright/durable/store";
import { storedText } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { addAuditEntry } from "./audit.ts";
import { approvalOf } from "./pending-approval.ts";

/** Takes an answer for its question, once over all processes; every other answer is noted and changes nothing. */
export async function claim(
  { database, limits, bell }: StoreCore,
  decision: ApprovalDecision,
  expected: ExpectedApproval = {},
): Promise<ClaimOutcome> {
  const id = storedText(String(decision.approvalId));
  // Tells this answer, made again after its connection was lost, from somebody else's.
  const claimed = randomUUID();
  const outcome = await database.transaction(async (statements): Promise<ClaimOutcome> => {
    const select = "SELECT *, now_ms() AS now FROM approvals WHERE approval_id = $1 FOR UPDATE";
    const row = await statements.first(select, id);
    const asked = row && { approval: approvalOf(row), state: textOf(row, "state") };
    if (asked !== undefined && row?.claim === claimed) return { outcome: "accepted", approval: asked.approval };
    const ignored = whyIgnored(asked, expected, row === undefined ? 0 : numberOf(row, "now"));
    if (asked !== undefined && ignored === undefined) {
      const update = "UPDATE approvals SET state = 'decided', decision = $1, claim = $2 WHERE approval_id = $3";
      await statements.run(update, JSON.stringify(cleanDecision(decision)), claimed, id);
      return { outcome: "accepted", approval: asked.approval };
    }
    const entry = {
      decision,
      conversation: asked?.approval.conversation,
      ignored: ignored ?? "unknown",
      keep: limits.auditRows,
    };
    await addAuditEntry(statements, entry);
    return { outcome: entry.ignored };
  });
  if (outcome.outcome === "accepted") bell.changed(outcome.approval.conversation);
  return outcome;
}
