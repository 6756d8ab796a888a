import type { JsonObject } from "@toolwright/core";

/** A question that waits for an answer. */
export interface PendingQuestion {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly arguments: JsonObject;
  readonly reason?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** The rules that "always" would save; empty where nothing can be saved. */
  readonly always: readonly string[];
  /** Why saving rules would not be enough, in one sentence; left out where it would be, or nothing is known of it. */
  readonly neverAlways?: string;
}

/** `GET /api/approvals`. */
export interface ApprovalList {
  readonly approvals: readonly PendingQuestion[];
}

/** What `POST /api/approvals/:id` takes. */
export interface DecisionRequest {
  readonly approve: boolean;
  /** Other arguments to run with. */
  readonly arguments?: JsonObject;
  /** What the model is told of a refusal; one without it stops the run. */
  readonly reason?: string;
  /** Also saves the rules that the question named. */
  readonly always?: boolean;
  /** Calls of the same step that are allowed too, each when its turn comes, with these arguments and no others. */
  readonly also?: readonly AlsoAllow[];
}

/** A call that one answer allows besides the one that asks. */
export interface AlsoAllow {
  readonly toolCallId: string;
  readonly toolName: string;
  /** As they were shown. */
  readonly arguments: JsonObject;
}

/** What becomes of such a call: it had ended meanwhile, or is none of this run. */
export interface AlsoAllowed {
  readonly toolCallId: string;
  readonly outcome: "allowed" | "ended" | "unknown";
}

/** What `POST /api/approvals/:id` answers with. */
export interface DecisionAnswer {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolCallId: string;
  readonly approve: boolean;
  readonly saved: readonly string[];
  /** Why rules were not saved, in one sentence. */
  readonly notSaved?: string;
  /** For each call of `also`, in its order. */
  readonly also?: readonly AlsoAllowed[];
}

/** `GET /api/approvals/audit`: answers that changed nothing, newest first. */
export interface ApprovalAudit {
  readonly audit: readonly {
    readonly approvalId: string;
    readonly threadId?: string;
    readonly ignored: "used" | "unknown" | "expired" | "tool_changed";
    readonly approve: boolean;
    readonly time: number;
  }[];
}

/** A question as the stream of changes tells of it. */
export interface WaitingCall {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolName: string;
}
