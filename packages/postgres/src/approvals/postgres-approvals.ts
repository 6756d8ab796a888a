import type { ApprovalDecision, Approver, Conversation } from "@toolwright/core";
import { checkRange, createApprover } from "@toolwright/durable/adapter";
import type {
  ApprovalRange,
  Approvals,
  AuditEntry,
  AuditRange,
  ClaimOutcome,
  ExpectedApproval,
  PendingApproval,
} from "@toolwright/durable/store";
import { storedText } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { ask } from "./ask.ts";
import { listAudit } from "./audit.ts";
import { claim } from "./claim.ts";
import { approvalOf } from "./pending-approval.ts";

const MAX_LISTED = 1_000;

/** {@link Approvals} in PostgreSQL. */
export class PostgresApprovals implements Approvals {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  approver(conversation: Conversation): Approver {
    const store = this.#store;
    return createApprover(
      {
        ask: (asked) => ask(store, asked),
        answer: (approvalId) => this.#answer(approvalId),
        withdraw: (approvalId) => this.withdraw(approvalId),
        watch: () => store.bell.watch(conversation),
      },
      conversation,
    );
  }

  async list(range: ApprovalRange = {}): Promise<PendingApproval[]> {
    checkRange("approvals.list", range);
    const { conversation, limit = 100 } = range;
    const { database } = this.#store;
    const open = "SELECT * FROM approvals WHERE state = 'pending' AND (expires_at IS NULL OR expires_at >= now_ms())";
    const count = Math.min(Math.max(0, Math.trunc(limit)), MAX_LISTED);
    if (conversation === undefined) {
      return (await database.all(`${open} ORDER BY number LIMIT $1`, count)).map(approvalOf);
    }
    const sql = `${open} AND channel = $1 AND chat_id = $2 ORDER BY number LIMIT $3`;
    const { channel, chatId } = conversation;
    return (await database.all(sql, storedText(channel), storedText(chatId), count)).map(approvalOf);
  }

  async get(approvalId: string): Promise<PendingApproval | undefined> {
    const row = await this.#store.database.first(
      "SELECT * FROM approvals WHERE approval_id = $1",
      storedText(approvalId),
    );
    return row === undefined ? undefined : approvalOf(row);
  }

  claim(decision: ApprovalDecision, expected?: ExpectedApproval): Promise<ClaimOutcome> {
    return claim(this.#store, decision, expected);
  }

  /** A store that is closed with its process keeps it: the resumed run asks it again. */
  async withdraw(approvalId: string): Promise<void> {
    const { database, bell } = this.#store;
    if (database.isClosed) return;
    const sql = "UPDATE approvals SET state = 'withdrawn' WHERE approval_id = $1 AND state = 'pending' RETURNING *";
    const withdrawn = await database.first(sql, storedText(approvalId));
    if (withdrawn !== undefined) bell.changed(approvalOf(withdrawn).conversation);
  }

  async audit(range: AuditRange = {}): Promise<AuditEntry[]> {
    checkRange("approvals.audit", range);
    return listAudit(this.#store.database, range);
  }

  async #answer(approvalId: string): Promise<ApprovalDecision | "gone" | undefined> {
    const sql = "SELECT decision FROM approvals WHERE approval_id = $1";
    const row = await this.#store.database.first(sql, storedText(approvalId));
    if (row === undefined) return "gone";
    if (typeof row.decision !== "string") return undefined;
    const decision: ApprovalDecision = JSON.parse(row.decision);
    return decision;
  }
}
