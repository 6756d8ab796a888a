import type { Approver, Conversation } from "@toolwright/core";
import type {
  AlsoAllowed,
  ApprovalRange,
  Approvals,
  ApproverOptions,
  AuditEntry,
  AuditRange,
  ClaimedDecision,
  ClaimOutcome,
  ExpectedApproval,
  PendingApproval,
} from "../../port/approvals.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";
import { createApprover } from "../../rules/approvals/approver.ts";
import type { Asked } from "../../rules/approvals/binding-of.ts";
import { OWNER_OF_AUDIT, SELECT_QUESTION } from "../../rules/approvals/question-rows.ts";
import {
  acceptedEntryOf,
  answerIn,
  askOnce,
  auditEntryOf,
  checkClaim,
  claimOnce,
  type KnownAnswer,
} from "../../rules/approvals/question-rules.ts";
import { checkRange, listed } from "../../rules/check-ranges.ts";
import { conditions } from "../../rules/rows/conditions.ts";
import { atOnce } from "../../rules/rule.ts";
import type { StoreCore } from "../store-core.ts";
import { approvalOf } from "./pending-approval.ts";
import { questionStatements } from "./question-statements.ts";

const WITHDRAW = "UPDATE approvals SET state = 'withdrawn' WHERE approval_id = ? AND state = 'pending'";

/** {@link Approvals} in SQLite, answered at once. */
export class SqliteApprovals implements Approvals {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  approver(conversation: Conversation, options?: ApproverOptions): Approver {
    const { bell, database } = this.#store;
    const answer = (approvalId: string) =>
      answerIn(database.first("SELECT decision, decision_sum FROM approvals WHERE approval_id = ?", approvalId));
    const withdraw = (approvalId: string) => this.#takeBack(approvalId);
    return createApprover(
      { ask: (asked) => this.#ask(asked), answer, withdraw, watch: () => bell.watch() },
      conversation,
      options,
    );
  }

  list(range: ApprovalRange = {}): PendingApproval[] {
    checkRange("approvals.list", range);
    const { conversation, owner = null, limit = 100 } = range;
    const { database, now } = this.#store;
    const { channel = null, chatId = null } = conversation ?? {};
    const sql = `${SELECT_QUESTION} WHERE a.state = 'pending' AND (a.expires_at IS NULL OR a.expires_at >= ?1)
      AND (?2 IS NULL OR (a.channel = ?2 AND a.chat_id = ?3)) AND (?4 IS NULL OR t.owner = ?4) ORDER BY a.number LIMIT ?5`;
    return database.all(sql, now(), channel, chatId, owner, listed(limit)).map(approvalOf);
  }

  get(approvalId: string): PendingApproval | undefined {
    const row = this.#store.database.first(`${SELECT_QUESTION} WHERE a.approval_id = ?`, approvalId);
    return row === undefined ? undefined : approvalOf(row);
  }

  /**
   * Answers a question. One answer per question is `accepted`, over all processes; every other one is in the audit.
   * Throws as the port says.
   */
  claim(decision: ClaimedDecision, expected?: ExpectedApproval, also?: AlsoAllowed): ClaimOutcome {
    const store = this.#store;
    const claim = checkClaim(decision, expected, also);
    return store.database.transaction(() => atOnce(claimOnce(questionStatements(store), claim)));
  }

  withdraw(approvalId: string): void {
    const { database } = this.#store;
    if (this.#isPending(approvalId)) database.transaction(() => database.run(WITHDRAW, approvalId));
  }

  audit(range: AuditRange = {}): AuditEntry[] {
    checkRange("approvals.audit", range);
    if (range.accepted === true) return this.#accepted(range);
    const { conversation, approvalId, owner, limit = 100 } = range;
    const { where, values } = conditions(conversation, { approval_id: approvalId, [OWNER_OF_AUDIT]: owner });
    const sql = `SELECT * FROM approval_audit ${where} ORDER BY number DESC LIMIT ?`;
    return this.#store.database.all(sql, ...values, listed(limit)).map(auditEntryOf);
  }

  #accepted({
    conversation,
    approvalId,
    owner,
    before = Number.MAX_SAFE_INTEGER,
    limit = 100,
  }: AuditRange): AuditEntry[] {
    const { where, values } = conditions(conversation, { approval_id: approvalId, owner });
    const sql = `SELECT * FROM accepted_answers ${where === "" ? "WHERE" : `${where} AND`} number < ?
      ORDER BY number DESC LIMIT ?`;
    return this.#store.database.all(sql, ...values, before, listed(limit)).map(acceptedEntryOf);
  }

  #ask(asked: Asked): MaybePromise<KnownAnswer> {
    const store = this.#store;
    const most = store.limits.pendingApprovals;
    return store.database.soon(() => atOnce(askOnce(questionStatements(store), asked, most)));
  }

  async #takeBack(approvalId: string): Promise<void> {
    const { database } = this.#store;
    if (this.#isPending(approvalId)) await database.soon(() => database.run(WITHDRAW, approvalId));
  }

  #isPending(approvalId: string): boolean {
    const { database } = this.#store;
    if (database.isClosed) return false;
    return (
      database.first("SELECT 1 FROM approvals WHERE approval_id = ? AND state = 'pending'", approvalId) !== undefined
    );
  }
}
