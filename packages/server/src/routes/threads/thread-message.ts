import type { Json, JsonObject, OutputRef, Part, Usage } from "@toolwright/core";

/** A message as a page shows it: the same things that the stream of its run tells, but for what is only live. */
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
  /** As the model names itself. */
  readonly model: string;
  readonly parts: ThreadPart[];
  /** Left out while the run is open. */
  stopReason?: string;
  usage?: Usage;
  /** What a client may be told of a run that failed. */
  error?: string;
  warnings?: { readonly code: string; readonly message: string }[];
}

/** A piece of what a run said or did. */
export type ThreadPart = { readonly type: "text"; readonly text: string } | ThreadCall;

/** A call, from its start to what came back from the background. */
export interface ThreadCall {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The call around it. */
  readonly parentId?: string;
  /** Left out until the call has ended. */
  result?: Json;
  isError?: boolean;
  /** Milliseconds inside the tool. */
  durationMs?: number;
  /** Of a call that failed. */
  code?: string;
  forUser?: string;
  artifact?: Json;
  ref?: OutputRef;
  /** The tool had not returned when the call ended. */
  orphaned?: true;
  /** The tool goes on in the background. */
  async?: true;
  late?: LateResult;
  approval?: ThreadApproval;
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
  decision?: {
    readonly approve: boolean;
    readonly reason?: string;
    readonly edited?: true;
    readonly arguments?: JsonObject;
  };
}
