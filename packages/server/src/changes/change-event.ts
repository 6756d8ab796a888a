/** One event of `GET /api/changes`. */
export type ChangeEvent =
  | { readonly event: "thread"; readonly data: ShownThread | DeletedThread }
  | { readonly event: "approvals"; readonly data: { readonly pending: readonly PendingQuestion[] } }
  /** More has changed than can be told: look at everything anew. */
  | { readonly event: "reset"; readonly data: Record<string, never> };

/** A thread as a list shows it; times are milliseconds since 1970. */
export interface ShownThread {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: string;
  /** The number of its last event. */
  readonly seq: number;
}

export interface DeletedThread {
  readonly id: string;
  readonly deleted: true;
}

/** A question that waits for an answer. */
export interface PendingQuestion {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolName: string;
}
