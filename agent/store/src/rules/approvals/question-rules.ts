// The rules of questions, for every store: what is asked once, answered once, and noted where it counts for nothing.

import type { ApprovalDecision, Conversation } from "@toolwright/core";
import { type AllowedBesides, allowedBesides, checkDecisions, present, whyNotMore } from "@toolwright/core/internal";
import type {
  AuditEntry,
  ClaimOutcome,
  ExpectedApproval,
  IgnoredAnswer,
  PendingApproval,
} from "../../port/approvals.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";
import { StoreError } from "../../port/store-error.ts";
import { checkRange } from "../check-ranges.ts";
import { assertSum, numberOf, optionalNumber, optionalText, type Row, storedJson, textOf } from "../rows/row.ts";
import { type Rule, told } from "../rule.ts";
import { namesIn } from "../threads/thread.ts";
import { type Asked, bindingOf } from "./binding-of.ts";

/** A question as its store has it, held against others until the transaction ends. */
export interface StoredQuestion {
  readonly approval: PendingApproval;
  readonly row: Row;
  /** Milliseconds since 1970, by the clock of the store. */
  readonly now: number;
  /** The answer that is given has been taken already, by a try whose connection was lost. */
  readonly isTaken: boolean;
}

/** What a store says of questions, inside one transaction. */
export interface QuestionStatements {
  /** False when it is there already. */
  insert(asked: Asked, binding: string): MaybePromise<boolean>;
  /** How many wait, once those that are over are withdrawn, and the oldest of the others forgotten. */
  countOpen(): MaybePromise<number>;
  find(approvalId: string): MaybePromise<StoredQuestion | undefined>;
  /** Lets it wait again. */
  reopen(approvalId: string, expiresAt: number | null): MaybePromise<unknown>;
  /** Undefined: it is over without an answer. */
  decide(approvalId: string, decision: ApprovalDecision | undefined): MaybePromise<unknown>;
  /** Notes an answer that had no effect, and forgets the oldest notes. */
  note(entry: AuditNote): MaybePromise<unknown>;
  /** Notes one that counted, and forgets the oldest of these. */
  noteAccepted(entry: AcceptedNote): MaybePromise<unknown>;
}

/** What is noted; the store adds the time. */
export type AuditNote = Pick<AuditEntry, "approvalId" | "conversation" | "approve"> & {
  readonly ignored: IgnoredAnswer;
};

/** What is noted of an answer that counted; the store adds the time. */
export interface AcceptedNote extends Pick<ExpectedApproval, "decidedBy" | "rules"> {
  readonly approval: PendingApproval;
  readonly decision: ApprovalDecision;
}

/** Why a question that is asked again is refused at once. */
const SPENT = {
  used: "The approval given was already used.",
  expired: "Nobody answered the request for approval in time.",
  tool_changed: "The tool was replaced while this call waited for approval.",
} as const;

/** Undefined: the question is open. Otherwise there is nothing to wait for. */
export type KnownAnswer = ApprovalDecision | undefined;

/** Stores a question, or finds it again after a restart. Throws `limit` when as many as may be open are. */
export function* askOnce(statements: QuestionStatements, asked: Asked, most: number): Rule<KnownAnswer> {
  const binding = bindingOf(asked);
  if (yield* told(statements.insert(asked, binding))) {
    checkOpen((yield* told(statements.countOpen())) - 1, most);
    return undefined;
  }
  const known = yield* told(statements.find(asked.request.approvalId));
  if (known?.row.binding === binding) return yield* askAgain(statements, asked, known);
  // The person who answered, or will, saw another question: this one is over.
  yield* told(statements.decide(asked.request.approvalId, undefined));
  return yield* spent(statements, asked, "tool_changed");
}

function checkOpen(others: number, most: number): void {
  if (others >= most) throw new StoreError("limit", `${others} questions wait for an answer already.`);
}

/** The same question: its answer, if there is one. */
function* askAgain(statements: QuestionStatements, asked: Asked, { row, now }: StoredQuestion): Rule<KnownAnswer> {
  const { approvalId, expiresAt = null } = asked.request;
  if (row.state === "decided") return decisionIn(row) ?? (yield* spent(statements, asked, "used"));
  if (expiresAt !== null && now > expiresAt) return { approvalId, approve: false, reason: SPENT.expired };
  yield* told(statements.reopen(approvalId, expiresAt));
  return undefined;
}

function* spent(
  statements: QuestionStatements,
  { conversation, request: { approvalId } }: Asked,
  ignored: "used" | "tool_changed",
): Rule<ApprovalDecision> {
  const decision = { approvalId, approve: false, reason: SPENT[ignored] } as const;
  yield* told(statements.note(noteOf(decision, conversation, ignored)));
  return decision;
}

/** An answer, with the questions that it answers besides. Checked by {@link checkClaim}. */
export interface Claim {
  readonly decision: ApprovalDecision;
  readonly expected: ExpectedApproval;
  readonly also: readonly AllowedBesides[];
}

/**
 * What a store is given as an answer. Throws a `TypeError` for another form: nothing is noted then, and the question
 * stays open.
 */
export function checkClaim(decision: unknown, expected: ExpectedApproval = {}, also: unknown = []): Claim {
  checkRange("approvals.claim", expected);
  const given = checkDecisions("What approvals.claim is given", decision);
  const others = allowedBesides(
    also,
    (problem) => new TypeError(`What approvals.claim is given is wrong: ${problem}.`),
  );
  return { decision: given.decision, expected, also: given.decision.approve ? [...given.also, ...others] : [] };
}

/**
 * Takes an answer for its question, once over all processes; every other answer is noted and changes nothing. Where it
 * names another preview, or a question that is not open in the same conversation, it answers none. Throws a `TypeError`
 * where it says `more`, and the question is in no program, or about another tool.
 */
export function* claimOnce(statements: QuestionStatements, { decision, expected, also }: Claim): Rule<ClaimOutcome> {
  const { approvalId } = decision;
  // Always in one order: two answers that name each other's questions would wait for each other.
  const ids = [...new Set([approvalId, ...also.map((other) => other.approvalId)])].sort();
  const found = new Map<string, StoredQuestion | undefined>();
  for (const id of ids) found.set(id, yield* told(statements.find(id)));
  const asked = found.get(approvalId);
  const ignored = whyIgnored(asked, expected);
  if (ignored !== undefined || asked === undefined) {
    const outcome = ignored ?? "unknown";
    yield* told(statements.note(noteOf(decision, asked?.approval.conversation, outcome)));
    return { outcome };
  }
  const { approval } = asked;
  if (asked.isTaken) return { outcome: "accepted", approval };
  const wrong = whyNotMore(decision, approval);
  if (wrong !== undefined) throw new TypeError(`What approvals.claim is given cannot count: ${wrong}.`);
  const named = new Map(also.map((one) => [one.approvalId, one]));
  const others = [...named.values()].filter((one) => one.approvalId !== approvalId);
  const { conversation } = approval;
  const notAsked = others.find((one) => whyIgnored(found.get(one.approvalId), { conversation }) !== undefined);
  if (notAsked !== undefined) return { outcome: "not_asked", approvalId: notAsked.approvalId };
  const other = [decision, ...also].find((one) => namesAnother(one, found.get(one.approvalId)?.approval));
  if (other !== undefined) return { outcome: "other_preview", approvalId: other.approvalId };
  const { decidedBy, rules } = expected;
  yield* told(statements.decide(approvalId, decision));
  yield* told(statements.noteAccepted({ approval, decision, decidedBy, rules }));
  for (const one of others) {
    const besides = { ...one, approve: true } as const;
    yield* told(statements.decide(one.approvalId, besides));
    const about = found.get(one.approvalId)?.approval;
    if (about !== undefined) yield* told(statements.noteAccepted({ approval: about, decision: besides, decidedBy }));
  }
  return { outcome: "accepted", approval };
}

/** Whether an answer is to another preview than its question has; a question of before there were previews has none. */
function namesAnother({ preview }: AllowedBesides, asked: PendingApproval | undefined): boolean {
  return preview !== undefined && asked?.preview !== undefined && preview !== asked.preview;
}

/** Why an answer to a question counts for nothing; undefined when it counts. */
function whyIgnored(asked: StoredQuestion | undefined, expected: ExpectedApproval): IgnoredAnswer | undefined {
  if (asked?.isTaken) return undefined;
  if (asked === undefined || !isExpected(asked.approval, expected)) return "unknown";
  const { approval, row, now } = asked;
  if (row.state === "decided") return "used";
  const isLate = approval.expiresAt !== undefined && now > approval.expiresAt;
  return row.state === "withdrawn" || isLate ? "expired" : undefined;
}

function isExpected(approval: PendingApproval, { conversation, toolCallId }: ExpectedApproval): boolean {
  if (toolCallId !== undefined && toolCallId !== approval.toolCallId) return false;
  if (conversation === undefined) return true;
  const { channel, chatId } = approval.conversation;
  return conversation.channel === channel && conversation.chatId === chatId;
}

/** The answer in a row; `gone` where there is none any more. */
export function answerIn(row: Row | undefined): ApprovalDecision | "gone" | undefined {
  return row === undefined ? "gone" : decisionIn(row);
}

function decisionIn({ decision: stored, decision_sum: sum }: Row): ApprovalDecision | undefined {
  if (typeof stored !== "string") return undefined;
  assertSum(stored, sum);
  const decision: ApprovalDecision = storedJson(stored);
  return decision;
}

const MAX_ID = 100;

function noteOf(
  { approvalId, approve }: Pick<ApprovalDecision, "approvalId" | "approve">,
  conversation: Conversation | undefined,
  ignored: IgnoredAnswer,
): AuditNote {
  const id = String(approvalId).slice(0, MAX_ID).toWellFormed();
  return { approvalId: id, approve: approve === true, ignored, ...(conversation && { conversation }) };
}

/** The columns of a note, in the order in which all stores have them. */
export function acceptedColumns({ approval, decision, decidedBy, rules }: AcceptedNote) {
  const { approvalId, owner, toolCallId, toolName } = approval;
  const isEdited = decision.approve && decision.arguments !== undefined;
  const saved = rules === undefined || rules.length === 0 ? null : JSON.stringify(rules);
  const more = decision.approve ? decision.more?.times : undefined;
  return [
    approvalId,
    owner ?? null,
    toolCallId,
    toolName,
    decidedBy ?? null,
    saved,
    more ?? null,
    decision.approve,
    isEdited,
  ] as const;
}

/** A note of an answer that counted, from its row. */
export function acceptedEntryOf(row: Row): AuditEntry {
  const rules = optionalText(row, "rules");
  return {
    number: numberOf(row, "number"),
    approvalId: textOf(row, "approval_id"),
    conversation: namesIn(row),
    ...present({
      owner: optionalText(row, "owner"),
      decidedBy: optionalText(row, "decided_by"),
      more: optionalNumber(row, "more"),
    }),
    toolCallId: textOf(row, "tool_call_id"),
    toolName: textOf(row, "tool_name"),
    time: numberOf(row, "time"),
    approve: Boolean(row.approve),
    ...(Boolean(row.edited) && { edited: true }),
    ...(rules !== undefined && { rules: storedJson<readonly string[]>(rules) }),
  };
}

/** A note from its row. */
export function auditEntryOf(row: Row): AuditEntry {
  const channel = optionalText(row, "channel");
  const ignored = textOf(row, "ignored");
  return {
    approvalId: textOf(row, "approval_id"),
    ...(channel && { conversation: { channel, chatId: textOf(row, "chat_id") } }),
    time: numberOf(row, "time"),
    approve: row.approve === 1 || row.approve === true,
    ignored: ignored === "used" || ignored === "expired" || ignored === "tool_changed" ? ignored : "unknown",
  };
}
