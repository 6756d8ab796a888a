import type { JsonObject } from "../json/json.ts";
import type { StopReason } from "../loop/stop-reason.ts";
import type { AssistantMessage, Message } from "../model/messages.ts";
import type {
  FinishReason,
  LlmError,
  LlmErrorCode,
  LlmToolCallDelta,
  ReadingProgress,
  Usage,
} from "../model/model-port.ts";
import type { Part } from "../result/part.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { SteerMessage } from "../steer/steer-queue.ts";
import type { CallPreview } from "./call-preview.ts";

interface OfCall {
  readonly toolCallId: string;
  readonly toolName: string;
}

interface MaybeByProvider {
  /** The model's provider ran the call itself, and nobody here was asked. */
  readonly byProvider?: true;
}

/** How far a call gets. */
export interface Reach {
  /** The files that it may open or change: none, those that it names, any of the workspace, any of the machine. */
  readonly files: "none" | "file" | "folder" | "machine";
  /** Whether it may talk to others. */
  readonly network: boolean;
  /** Whether it can be taken back, or changes nothing. */
  readonly undo: boolean;
}

/** A question to a person: may this call run? */
export interface ApprovalRequest extends OfCall {
  readonly approvalId: string;
  readonly arguments: JsonObject;
  readonly reason?: string;
  readonly reach?: Reach;
  /** What the call would do, where its tool can tell. */
  readonly shows?: CallPreview;
  /** SHA-256 over the tool, its arguments, `shows` and the state that it is of: an answer may name it. */
  readonly preview?: string;
  /** A program makes the call, the one with this id; `line`: where in its source, from 1. An answer may say `more`. */
  readonly program?: { readonly programId: string; readonly line?: number };
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/**
 * How many other calls of the same program, by the tool that was asked about, an answer lets run without a question:
 * 1 to 1,000.
 */
export type MoreCalls = { readonly toolName: string; readonly times: number };

/**
 * The answer to one {@link ApprovalRequest}. Edited `arguments` are validated and decided again. `preview`: that of the
 * request; with another one the answer counts for nothing. `more`: only where the request has a `program`.
 */
export type ApprovalDecision = { readonly approvalId: string; readonly reason?: string; readonly preview?: string } & (
  | { readonly approve: true; readonly arguments?: JsonObject; readonly more?: MoreCalls }
  | { readonly approve: false }
);

/** Why a decision had no effect. */
export type IgnoredDecision = "used" | "unknown" | "expired" | "tool_changed" | "other_preview";

/** A piece of an answer: so many UTF-16 units of its text or its reasoning, or one of its calls. */
export type MessageBlock =
  | { readonly type: "text" | "reasoning"; readonly length: number }
  | { readonly type: "call"; readonly toolCallId: string };

/** The payload of every event type. */
export interface EventData {
  run_start: {
    readonly input: readonly Message[];
    readonly model: string;
    /** Tokens that the model can read, where that is known. */
    readonly contextWindow?: number;
    /** The run makes no step: it puts a summary in the place of what was said before. */
    readonly compact?: { readonly instructions?: string };
  };
  /** `messages` only where `prepareStep` replaced the request's messages. */
  step_start: {
    readonly step: number;
    readonly activeTools: readonly string[];
    /** Tools that can be called and are not told, where they are others than at the step before. */
    readonly unlistedTools?: readonly string[];
    readonly messages?: readonly Message[];
    /** Messages that the loop itself put into the history before this step. */
    readonly notes?: readonly Message[];
  };
  text_delta: { readonly delta: string };
  reasoning_delta: { readonly delta: string };
  tool_call_delta: LlmToolCallDelta;
  /** The model reads the request; told where its server tells it. */
  model_reading: ReadingProgress;
  /** The model has not begun to answer, and is asked again after `delayMs`. Of one model call at most 100 are told. */
  model_retrying: { readonly delayMs: number; readonly code: LlmErrorCode; readonly message: string };
  tool_output_chunk: { readonly toolCallId: string; readonly chunk: string };
  /** The call was seen and is readable; it may still be refused. */
  tool_call_start: OfCall &
    MaybeByProvider & {
      readonly arguments: JsonObject;
      readonly repairs?: readonly string[];
      readonly suppressExecutionAnimation?: boolean;
      /** After a crash the tool runs again, and is given what its own calls came to. */
      readonly replays?: true;
      /**
       * Of a call inside such a tool: SHA-256 of its name and its arguments as they were asked for, masked; left out
       * where `arguments` are just those.
       */
      readonly asked?: string;
      /** Of a call that a program made: where in its source, from 1. */
      readonly line?: number;
    };
  /**
   * `execute` begins. Stored only where the call had to wait for its turn or for an answer; `waitedMs` then says how
   * long. What a read waits for its place comes before its start, and is not counted.
   */
  tool_call_running: OfCall & { readonly waitedMs?: number; readonly reach?: Reach };
  /**
   * A reviewer was asked before a person would be. At `allow` the call goes on; at `ask` a person is asked, who has not
   * been told of it before.
   */
  call_reviewed: OfCall & { readonly verdict: "allow" | "ask"; readonly reason: string; readonly reach?: Reach };
  approval_request: ApprovalRequest;
  approval_decision: ApprovalDecision & {
    readonly toolCallId: string;
    /** The answer whose `more` allowed this call. Its `approvalId` stands here, too, where nobody was asked. */
    readonly allowedBy?: string;
    readonly ignored?: IgnoredDecision;
  };
  tool_call_end: OfCall &
    MaybeByProvider & {
      readonly success: boolean;
      readonly result: ToolResult;
      /** What the model reads, where that is not simply the output. */
      readonly content?: string | readonly Part[];
      /** Milliseconds inside `execute`, on a monotonic clock. */
      readonly durationMs: number;
      /** How far the call got, or would have got if it had been allowed, where the policy knows. */
      readonly reach?: Reach;
      /** How arguments that a person had edited were read; those of the model stand in the start. */
      readonly repairs?: readonly string[];
      /** Of a call inside a tool that replays: `result` is cut. It is whole where its `ref` is kept, if anywhere. */
      readonly isLost?: boolean;
      /** The tool had not returned when the call settled. */
      readonly orphaned?: true;
      /** Why nothing else of this run may follow. */
      readonly stop?: "denied" | "loop_guard";
      /** What it has used on models of its own; the `done` of its run counts it. */
      readonly usage?: Usage;
    };
  /** `usage`: what the call used on models of its own after its run was done; no `done` has counted it. */
  async_result: OfCall & {
    readonly result: ToolResult;
    readonly deliver: "user" | "model" | "both";
    readonly usage?: Usage;
  };
  warning: { readonly code: string; readonly message: string };
  error: Partial<OfCall> & { readonly code: string; readonly error: string };
  /**
   * In the history of the run `messages` stand in the place of those from `from` up to, without, `to`: the first is a
   * summary of them by the model, and the newest words of the user come after it where they would be lost. Tokens are
   * of the whole history, roughly.
   */
  compacted: {
    readonly messages: readonly Message[];
    readonly from: number;
    readonly to: number;
    /** The context was nearly full, or somebody asked. */
    readonly why: "full" | "asked";
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    readonly usage?: Usage;
  };
  /**
   * A person said it while the run went on. It stands in the history behind the `notes` of the step that begins next.
   */
  steered: SteerMessage;
  /** All that people have said and the run has not heard yet; after each change. */
  steer_queue: { readonly waiting: readonly SteerMessage[] };
  assistant_message: {
    readonly message: AssistantMessage;
    readonly finishReason: FinishReason;
    readonly usage?: Usage;
    /** How many calls were begun and not finished. */
    readonly droppedCalls?: number;
    /** Ids of calls whose arguments were no JSON object: recorded as `{}`, and never run. */
    readonly unreadable?: readonly string[];
    /** What the model showed of its thinking, masked; at most 64 Ki characters. No model is sent it. */
    readonly reasoning?: string;
    /** The order in which it was shown, where that is not simply reasoning, text, calls. */
    readonly layout?: readonly MessageBlock[];
    /** Milliseconds from the request to the first word, reasoning or call that streamed in, on a monotonic clock. */
    readonly firstTokenMs?: number;
    /** The model had not finished: text and reasoning so far, no calls. The last message of a step counts. */
    readonly partial?: true;
  };
  step_end: { readonly step: number };
  done: {
    readonly stopReason: StopReason;
    readonly iterations: number;
    readonly usage: Usage;
    readonly error?: LlmError;
    /**
     * Whether a call has changed something. False: calls were made that may, and each of them failed for certain. Left
     * out: none was made, or nobody knows.
     */
    readonly changed?: boolean;
  };
}

/** Every type of event; there are no others. */
export type EventType = keyof EventData;

/** One event of the given type. */
export interface EventOf<T extends EventType> {
  /** The call's id for the start, end and error of a call; else fresh. */
  readonly id: string;
  /** Unique and rising within a stream: what orders events. */
  readonly seq: number;
  /** Milliseconds since 1970, for display only. */
  readonly time: number;
  readonly runId: string;
  readonly parentId?: string;
  readonly type: T;
  readonly data: EventData[T];
}

/** What happened. */
export type JournalEvent = { [T in EventType]: EventOf<T> }[EventType];

/** Every type, and whether its events are delivered and replayed, but never stored: a stream tells of no others. */
export const IS_LIVE: Readonly<Record<EventType, boolean>> = {
  run_start: false,
  step_start: false,
  text_delta: true,
  reasoning_delta: true,
  tool_call_delta: true,
  tool_output_chunk: true,
  tool_call_start: false,
  tool_call_running: false,
  model_reading: true,
  model_retrying: false,
  call_reviewed: false,
  approval_request: false,
  approval_decision: false,
  tool_call_end: false,
  async_result: false,
  warning: false,
  error: false,
  assistant_message: false,
  compacted: false,
  steered: false,
  steer_queue: true,
  step_end: false,
  done: false,
};

/** See {@link IS_LIVE}. */
export function isLive(type: EventType): boolean {
  return IS_LIVE[type];
}
