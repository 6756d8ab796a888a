import type { ApprovalDecision, ApprovalRequest, Approver, Conversation } from "@toolwright/core";
import type { StoreCore } from "../store-core.ts";
import { ask } from "./ask.ts";

/** An approver whose questions stand in the store. A question that nobody waits for any more is withdrawn. */
export function createApprover(store: StoreCore, { channel, chatId }: Conversation): Approver {
  return {
    async approve(request, tool, signal) {
      const conversation = { channel, chatId };
      const known = ask(store, { conversation, request, tool });
      if (known !== undefined) return known;
      try {
        return (await answer(store, request, signal)) ?? stopped(request);
      } finally {
        withdraw(store, request.approvalId);
      }
    },
  };
}

/** Undefined when `signal` is aborted first. */
async function answer(
  store: StoreCore,
  { approvalId }: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalDecision | undefined> {
  for (;;) {
    const row = store.database.first("SELECT decision FROM approvals WHERE approval_id = ?", approvalId);
    if (row === undefined) return { approvalId, approve: false, reason: "The conversation was deleted." };
    if (typeof row.decision === "string") {
      const decision: ApprovalDecision = JSON.parse(row.decision);
      return decision;
    }
    if (signal.aborted) return undefined;
    await store.bell.wait(signal);
  }
}

/** Takes a question back. A store that is closed with its process keeps it: the resumed run asks it again. */
export function withdraw({ database }: StoreCore, approvalId: string): void {
  if (database.isClosed) return;
  const sql = "UPDATE approvals SET state = 'withdrawn' WHERE approval_id = ? AND state = 'pending'";
  const row = database.first("SELECT 1 FROM approvals WHERE approval_id = ? AND state = 'pending'", approvalId);
  if (row !== undefined) database.transaction(() => database.run(sql, approvalId));
}

function stopped({ approvalId }: ApprovalRequest): ApprovalDecision {
  return { approvalId, approve: false, reason: "The run was stopped." };
}
