import type { Fields } from "../server/frame.ts";

/** A stored event of a thread, as `GET /api/threads/:id/events` gives it. */
export interface TimelineEvent {
  readonly seq: number;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly runId: string;
  readonly parentId?: string;
  readonly type: string;
  readonly data: Fields;
  /** Fields of `data` that were too large: each is the beginning of its JSON. */
  readonly cut?: readonly string[];
}
