import type {
  ApprovalDecision,
  ApprovalRequest,
  Approver,
  CallPreview,
  Conversation,
  JsonObject,
  Reach,
} from "@toolwright/core";
import type { MaybePromise } from "./maybe-promise.ts";

/** A question that was asked: may this call run? */
export interface PendingApproval {
  readonly approvalId: string;
  readonly conversation: Conversation;
  /** Of the thread, where it has one. */
  readonly owner?: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** Secrets are masked. */
  readonly arguments: JsonObject;
  readonly reason?: string;
  readonly reach?: Reach;
  /** What the call would do, where its tool can tell. */
  readonly shows?: CallPreview;
  /** The name of exactly that: an answer may say it. */
  readonly preview?: string;
  /** The call is made by a program, the call with this id: an answer may say `more`. */
  readonly program?: { readonly programId: string; readonly line?: number };
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Which questions to list. */
export interface ApprovalRange {
  readonly conversation?: Conversation;
  /** Only those of threads of this owner. Default: all. */
  readonly owner?: string;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}

/**
 * What whoever answers believes the question to be about, where a wrong belief makes the answer `unknown`; and what is
 * kept of the answer for the audit.
 */
export interface ExpectedApproval {
  readonly conversation?: Conversation;
  readonly toolCallId?: string;
  /** Who answers. */
  readonly decidedBy?: string | undefined;
  /** Rules that are saved with the answer. */
  readonly rules?: readonly string[] | undefined;
}

/** Why an answer had no effect. */
export type IgnoredAnswer = "used" | "unknown" | "expired" | "tool_changed";

/** A decision, with ids of questions that wait in the same conversation and that an approval answers too. */
export type ClaimedDecision = ApprovalDecision & { readonly also?: AlsoAllowed };

/** Other questions that an answer approves: their ids, or with each the `preview` that was shown of it. */
export type AlsoAllowed = readonly (string | { readonly approvalId: string; readonly preview?: string | undefined })[];

/**
 * What became of an answer. `not_asked`: one of the other questions that it names does not wait, and none was answered.
 * `other_preview`: it names another preview than one of its questions has, and none was answered.
 */
export type ClaimOutcome =
  | { readonly outcome: "accepted"; readonly approval: PendingApproval }
  | { readonly outcome: "not_asked"; readonly approvalId: string }
  | { readonly outcome: "other_preview"; readonly approvalId: string }
  | { readonly outcome: IgnoredAnswer };

/**
 * An answer, as it is kept when its thread is gone: one that had no effect, or one that counted. Holds neither
 * arguments nor reasons.
 */
export interface AuditEntry {
  /** As it was given, at most 100 characters. */
  readonly approvalId: string;
  /** Of the question with this id, where there is one. */
  readonly conversation?: Conversation;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** What was answered. */
  readonly approve: boolean;
  /** Left out of one that counted. What follows, of any other. */
  readonly ignored?: IgnoredAnswer;
  /** Counts up: `before` of a range. */
  readonly number?: number;
  /** Of the thread, where it had one. */
  readonly owner?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** Where it was said. */
  readonly decidedBy?: string;
  /** The arguments were changed by the answer. */
  readonly edited?: true;
  /** So many other calls of its program the answer allowed, too. */
  readonly more?: number;
  /** What was saved with it. */
  readonly rules?: readonly string[];
}

/** Which entries to list. */
export interface AuditRange {
  readonly conversation?: Conversation;
  /** Only those of threads of this owner; of those that had no effect, only while the thread is there. Default: all. */
  readonly owner?: string;
  readonly approvalId?: string;
  /** Those that counted, in the place of those that had no effect, and of any thread. Default false. */
  readonly accepted?: boolean;
  /** Of those that counted, only the ones before this number. */
  readonly before?: number;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}

/** How a question waits. */
export interface ApproverOptions {
  /** Told of each question that is stored and that nobody has answered yet. */
  readonly onWaiting?: (request: ApprovalRequest) => void;
  /**
   * Once it is aborted nobody waits here any more, and no question is taken back: another process asks them again.
   */
  readonly left?: AbortSignal;
}

/** Questions to people that outlive the process which asks, and their answers, from whichever process. */
export interface Approvals {
  /**
   * Asks for the calls of one conversation. A question that was answered while nobody waited has its answer at once.
   */
  approver(conversation: Conversation, options?: ApproverOptions): Approver;
  /** The questions that can be answered now, oldest first. */
  list(range?: ApprovalRange): MaybePromise<PendingApproval[]>;
  /** A question, whether it still waits or not; undefined for one that was never asked, or is forgotten. */
  get(approvalId: string): MaybePromise<PendingApproval | undefined>;
  /**
   * Answers a question. One answer per question is `accepted`, over all processes; every other one is in the audit.
   * `also`, here or in the decision: ids of questions that wait in the same conversation and that an approval answers
   * too, all of them or none. Throws, or rejects with, a `TypeError` for what is no decision, or says `more` to a
   * question that is in no program, and uses nothing up.
   */
  claim(decision: ClaimedDecision, expected?: ExpectedApproval, also?: AlsoAllowed): MaybePromise<ClaimOutcome>;
  /** Takes a question back that nobody waits for, such as one that a process had asked which is no more. */
  withdraw(approvalId: string): MaybePromise<void>;
  /** Answers that had no effect, or those that counted, the newest first. */
  audit(range?: AuditRange): MaybePromise<AuditEntry[]>;
}
