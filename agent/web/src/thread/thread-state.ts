import type { ThreadMessageLike } from "@assistant-ui/react";
import type { Usage } from "@toolwright/view/internal";

/** A conversation as it is shown. */
export interface ThreadState {
  /** Undefined for one that has not begun. */
  readonly threadId: string | undefined;
  /** The id that it will have, while the server has not yet taken what was said first. */
  readonly begins: string | undefined;
  readonly messages: readonly ThreadMessageLike[];
  /** The number of the newest event that is shown. */
  readonly seq: number;
  readonly isLoading: boolean;
  readonly isRunning: boolean;
  /** Whether the server has not yet taken what was said last. */
  readonly isSending: boolean;
  /** Whether a run was broken off, as by the end of the server, and nothing works on it yet. */
  readonly isInterrupted: boolean;
  /** Whether the page hears what the server does: `lost` when it has given up trying. */
  readonly connection: "live" | "reconnecting" | "lost";
  /** One sentence about what did not work. */
  readonly problem: string | undefined;
  /** Where older messages go on; undefined when there are none. */
  readonly before: number | undefined;
  readonly usage: Usage | undefined;
}

/** What the shown conversation is called, also before the server has it. */
export function nameOf({ threadId, begins }: Pick<ThreadState, "threadId" | "begins">): string | undefined {
  return threadId ?? begins;
}

export const NO_THREAD: ThreadState = {
  threadId: undefined,
  begins: undefined,
  messages: [],
  seq: 0,
  isLoading: false,
  isRunning: false,
  isSending: false,
  isInterrupted: false,
  connection: "live",
  problem: undefined,
  before: undefined,
  usage: undefined,
};
