import { randomUUID } from "node:crypto";
import type { ApprovalDecision, Approver, Conversation } from "@toolwright/core";
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
import { conditions, numbered } from "../../rules/rows/conditions.ts";
import { inTime } from "../../rules/rule.ts";
import { namesIn } from "../../rules/threads/thread.ts";
import { nameOf } from "../database/stored-text.ts";
import type { StoreCore } from "../store-core.ts";
import { approvalOf } from "./pending-approval.ts";
import { questionStatements } from "./question-statements.ts";

/** {@link Approvals} in PostgreSQL. */
export class PostgresApprovals implements Approvals {
  readonly #store: StoreCore;

  constructor(store: StoreCore) {
    this.#store = store;
  }

  approver(conversation: Conversation, options?: ApproverOptions): Approver {
    const store = this.#store;
    return createApprover(
      {
        ask: (asked) => this.#ask(asked),
        answer: (approvalId) => this.#answer(approvalId),
        withdraw: (approvalId) => this.withdraw(approvalId),
        watch: () => store.bell.watch(conversation),
      },
      conversation,
      options,
    );
  }

  async list(range: ApprovalRange = {}): Promise<PendingApproval[]> {
    checkRange("approvals.list", range);
    const { conversation, owner = null, limit = 100 } = range;
    const { database } = this.#store;
    const open = `${SELECT_QUESTION} WHERE a.state = 'pending' AND (a.expires_at IS NULL OR a.expires_at >= now_ms())
      AND ($1::text IS NULL OR t.owner = $1)`;
    if (conversation === undefined) {
      return (await database.all(`${open} ORDER BY a.number LIMIT $2`, owner, listed(limit))).map(approvalOf);
    }
    const sql = `${open} AND a.channel = $2 AND a.chat_id = $3 ORDER BY a.number LIMIT $4`;
    return (await database.all(sql, owner, ...nameOf(conversation), listed(limit))).map(approvalOf);
  }

  async get(approvalId: string): Promise<PendingApproval | undefined> {
    const row = await this.#store.database.first(`${SELECT_QUESTION} WHERE a.approval_id = $1`, approvalId);
    return row === undefined ? undefined : approvalOf(row);
  }

  async claim(decision: ClaimedDecision, expected?: ExpectedApproval, also?: AlsoAllowed): Promise<ClaimOutcome> {
    const { database, limits, bell } = this.#store;
    const given = checkClaim(decision, expected, also);
    // Tells this answer, made again after its connection was lost, from somebody else's.
    const claim = randomUUID();
    const outcome = await database.transaction((statements) =>
      inTime(claimOnce(questionStatements(statements, limits, claim), given)),
    );
    if (outcome.outcome === "accepted") bell.changed(outcome.approval.conversation);
    return outcome;
  }

  /** A store that is closed with its process keeps it: the resumed run asks it again. */
  async withdraw(approvalId: string): Promise<void> {
    const { database, bell } = this.#store;
    if (database.isClosed) return;
    const sql = "UPDATE approvals SET state = 'withdrawn' WHERE approval_id = $1 AND state = 'pending' RETURNING *";
    const withdrawn = await database.first(sql, approvalId);
    if (withdrawn !== undefined) bell.changed(namesIn(withdrawn));
  }

  async audit(range: AuditRange = {}): Promise<AuditEntry[]> {
    checkRange("approvals.audit", range);
    if (range.accepted === true) return this.#accepted(range);
    const { conversation, approvalId, owner, limit = 100 } = range;
    const named = { approval_id: approvalId, [OWNER_OF_AUDIT]: owner };
    const { where, values } = conditions(conversation, named, numbered);
    const sql = `SELECT * FROM approval_audit ${where} ORDER BY number DESC LIMIT $${values.length + 1}`;
    const rows = await this.#store.database.all(sql, ...values, listed(limit));
    return rows.map(auditEntryOf);
  }

  async #accepted(range: AuditRange): Promise<AuditEntry[]> {
    const { conversation, approvalId, owner, before = Number.MAX_SAFE_INTEGER, limit = 100 } = range;
    const { where, values } = conditions(conversation, { approval_id: approvalId, owner }, numbered);
    const place = values.length + 1;
    const sql = `SELECT * FROM accepted_answers ${where === "" ? "WHERE" : `${where} AND`} number < $${place}
      ORDER BY number DESC LIMIT $${place + 1}`;
    return (await this.#store.database.all(sql, ...values, before, listed(limit))).map(acceptedEntryOf);
  }

  async #ask(asked: Asked): Promise<KnownAnswer> {
    const { database, limits, bell } = this.#store;
    const known = await database.transaction((statements) =>
      inTime(askOnce(questionStatements(statements, limits), asked, limits.pendingApprovals)),
    );
    bell.changed(asked.conversation);
    return known;
  }

  async #answer(approvalId: string): Promise<ApprovalDecision | "gone" | undefined> {
    const sql = "SELECT decision FROM approvals WHERE approval_id = $1";
    return answerIn(await this.#store.database.first(sql, approvalId));
  }
}
