import type { ApprovalRequest, CallPreview, JsonObject, Reach } from "@toolwright/core";

/** A question that waits for an answer. */
export interface PendingQuestion {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly arguments: JsonObject;
  readonly reason?: string;
  readonly reach?: Reach;
  /** What the call would do, where its tool can tell. */
  readonly shows?: CallPreview;
  /** The name of exactly that, for the answer. */
  readonly preview?: string;
  /** The program that makes the call: an answer may say `more`. */
  readonly program?: NonNullable<ApprovalRequest["program"]>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** The rules that "always" would save; empty where nothing can be saved. */
  readonly always: readonly string[];
  /** They can also be kept for this conversation alone. */
  readonly forSession?: true;
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
  /** Also saves the rules that the question named; `session`: they hold in this conversation, and are not saved. */
  readonly always?: boolean | "session";
  /**
   * Other questions that wait in the same conversation: they are approved too, or none is. Their ids, or with each the
   * `preview` of what was shown of it.
   */
  readonly also?: readonly (string | { readonly approvalId: string; readonly preview?: string })[];
  /** Other calls of the same program, by the tool that was asked about, which run without a question. */
  readonly more?: { readonly toolName: string; readonly times: number };
  /** That of the question: where it is another one by now, nothing is answered. */
  readonly preview?: string;
}

/** What `POST /api/approvals/:id` answers with. */
export interface DecisionAnswer {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolCallId: string;
  readonly approve: boolean;
  /** The rules that hold from now on. */
  readonly saved: readonly string[];
  /** Why rules were not saved, in one sentence. */
  readonly notSaved?: string;
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
