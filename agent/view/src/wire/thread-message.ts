import type { CallPreview, Json, JsonObject, OutputRef, Part, Reach, ReadingProgress, Usage } from "@toolwright/core";
import type { Frame } from "../frames/frame.ts";
import type { RunFailure } from "./run-failure.ts";

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
  /** Of the rest of a run: the number of its first event. What it did first stands on the page before. */
  readonly runSeq?: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** As the model names itself; empty where only the stream of the run is known. */
  readonly model: string;
  readonly parts: readonly ThreadPart[];
  /** Left out while the run is open. */
  readonly stopReason?: string;
  readonly usage?: Usage;
  /** Whether a call has changed something: see `done`. */
  readonly changed?: boolean;
  /** What a client may be told of a run that failed. */
  readonly error?: string;
  /** Why it failed, in the words of what did, secrets masked: for whoever runs the server. */
  readonly reason?: string;
  /** What kind of failure it was. */
  readonly failure?: RunFailure;
  readonly warnings?: readonly ThreadWarning[];
  /** What a person thinks of it; never in the stream of a run. */
  readonly rating?: MessageRating;
  /** As of its last step, as far as the provider says. */
  readonly context?: ContextUse;
  /** How far the model has read the request; never stored. */
  readonly reading?: ReadingProgress;
  /** The model has not begun to answer, and is asked again; never stored. */
  readonly retrying?: ModelRetry;
  /**
   * What was said and the run has not heard: sent when its step ends; once it is over, unsent. Only known of a run that
   * is followed.
   */
  readonly waiting?: readonly SaidMessage[];
}

/** What a page tells of a call that began on an earlier one. */
export interface LaterFrame {
  /** As the stream of a run has it. */
  readonly frame: Frame;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The run that went on meanwhile, where its beginning is on an earlier page, too. */
  readonly during?: string;
}

/** What a person thinks of an answer. */
export interface MessageRating {
  readonly thumb: "up" | "down";
  /** Why; at most 2,000 characters. */
  readonly note?: string;
}

/** Why a model is asked again, and after how many milliseconds. */
export interface ModelRetry {
  readonly delayMs: number;
  readonly reason: string;
}

export interface ThreadWarning {
  readonly code: string;
  readonly message: string;
}

/** A piece of what a run said or did. */
export type ThreadPart = ThreadText | ThreadCall | ThreadSteered | ThreadCompacted;

/** From here on the model is sent a summary of what was before. All of that stays in the thread. */
export interface ThreadCompacted {
  readonly type: "compacted";
  /** As the model wrote it. */
  readonly summary: string;
  /** Tokens of the history, roughly. */
  readonly before: number;
  readonly after: number;
}

/** How much of what its model can read a conversation takes. */
export interface ContextUse {
  readonly tokens: number;
  /** Left out where it is not known. */
  readonly window?: number;
}

/** What a person said while the run went on, at the place where the model heard it. */
export interface ThreadSteered extends SaidMessage {
  readonly type: "steered";
}

/** A message that was said while a run goes on. */
export interface SaidMessage {
  readonly messageId: string;
  readonly content: string | readonly Part[];
}

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
  /** Where the program around it made it, counted from 1. */
  readonly line?: number;
  /** Its tool goes on after a crash behind the calls that it has made, as one that runs programs does. */
  readonly replays?: true;
  /** What it printed while it ran; never stored. */
  readonly output?: LiveOutput;
  /** Left out until the call has ended. */
  readonly result?: Json;
  readonly isError?: boolean;
  /** Milliseconds inside the tool. */
  readonly durationMs?: number;
  /** How far it gets, from its question on; the policy knows it of most calls. */
  readonly reach?: Reach;
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
  readonly askedAt?: number;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** What the call would do, where its tool can tell. */
  readonly shows?: CallPreview;
  /** The name of exactly that, for the answer. */
  readonly preview?: string;
  /** What the question is about, where that differs from what the model wrote. */
  readonly arguments?: JsonObject;
  readonly decision?: {
    readonly approve: boolean;
    readonly reason?: string;
    readonly edited?: true;
    readonly arguments?: JsonObject;
  };
}
