import type { Json, JsonObject, Part } from "@toolwright/core";
import type { OutputRef, Usage } from "@toolwright/core/types";

/** A message as a page shows it: what `GET /api/threads/:id` answers with, and what the stream of a run adds up to. */
export type ThreadMessage = UserThreadMessage | AssistantThreadMessage;

/** What a person said. */
export interface UserThreadMessage {
  readonly role: "user";
  /** That of the run with `:user` behind it. */
  readonly id: string;
  readonly content: string | readonly Part[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** One run. */
export interface AssistantThreadMessage {
  readonly role: "assistant";
  /** That of the run. */
  readonly id: string;
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** As the model names itself; empty where only the stream of the run is known. */
  readonly model: string;
  readonly parts: readonly ThreadPart[];
  /** Left out while the run is open. */
  readonly stopReason?: string;
  readonly usage?: Usage;
  /** What a client may be told of a run that failed. */
  readonly error?: string;
  /** Why it failed, in the words of what did, secrets masked: for whoever runs the server. */
  readonly reason?: string;
  readonly warnings?: readonly ThreadWarning[];
}

export interface ThreadWarning {
  readonly code: string;
  readonly message: string;
}

/** A piece of what a run said or did. */
export type ThreadPart = ThreadText | ThreadCall;

export interface ThreadText {
  readonly type: "text" | "reasoning";
  readonly text: string;
}

/** A call, from its start to what came back from the background. Times are milliseconds since 1970. */
export interface ThreadCall {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  /** Empty while they arrive. */
  readonly args: JsonObject;
  /** The text of arguments that still arrive; left out once they are whole. */
  readonly argsText?: string;
  readonly startedAt: number;
  /** When the tool itself began, where that was told: a call may have to wait for others. */
  readonly runningAt?: number;
  /** The call around it. */
  readonly parentId?: string;
  /** What it printed while it ran; never stored. */
  readonly output?: LiveOutput;
  /** Left out until the call has ended. */
  readonly result?: Json;
  readonly isError?: boolean;
  /** Milliseconds inside the tool. */
  readonly durationMs?: number;
  /** Of a call that failed. */
  readonly code?: string;
  readonly forUser?: string;
  readonly artifact?: Json;
  /** Where all of an output is kept of which `result` is the beginning. */
  readonly ref?: OutputRef;
  /** The tool had not returned when the call ended. */
  readonly orphaned?: true;
  /** The tool goes on in the background. */
  readonly async?: true;
  readonly late?: LateResult;
  readonly approval?: ThreadApproval;
}

/** The end of what a call prints while it runs. */
export interface LiveOutput {
  readonly text: string;
  /** Characters that came in all. */
  readonly length: number;
}

/** What came back from the background. */
export interface LateResult {
  readonly result: Json;
  readonly isError: boolean;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly forUser?: string;
}

/** What a person was asked before a call, and what the answer was. */
export interface ThreadApproval {
  readonly approvalId: string;
  readonly reason?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** What the question is about, where that differs from what the model wrote. */
  readonly arguments?: JsonObject;
  readonly decision?: {
    readonly approve: boolean;
    readonly reason?: string;
    readonly edited?: true;
    readonly arguments?: JsonObject;
  };
}
