import {
  type EventData,
  isLive,
  type JournalEvent,
  type Json,
  type OutputRef,
  toUiFinishReason,
} from "@toolwright/core";
import type { AssistantStreamChunk } from "assistant-stream";
import { CallParts } from "./call-parts.ts";
import { safeErrorText } from "./error-text.ts";
import { PartPlaces } from "./part-places.ts";
import { shownResult } from "./shown-result.ts";

/** What a message is written from. */
export interface MessageWriterOptions {
  readonly runId: string;
  /** The number of the event before the first one that will come. */
  readonly after: number;
  /** Ids that earlier calls of the conversation have. */
  readonly isTaken?: (toolCallId: string) => boolean;
}

/**
 * One run as one message of assistant-stream, event by event. Deltas that a slow reader missed are made up for when the
 * step closes: from the first gap on nothing is streamed, and the recorded message brings the rest.
 */
export class MessageWriter {
  readonly #runId: string;
  readonly #places = new PartPlaces();
  readonly #calls: CallParts;
  #seq: number;
  /** Of this step: the text that was sent, and whether deltas are missing. */
  #sent = "";
  #hasGap = false;
  #message: EventData["assistant_message"] | undefined;

  constructor({ runId, after, isTaken = () => false }: MessageWriterOptions) {
    this.#runId = runId;
    this.#seq = after;
    this.#calls = new CallParts(this.#places, isTaken);
  }

  /** What happened before this stream begins: calls that it may have to end, and how their step was closed. */
  remember(event: JournalEvent): void {
    if (event.runId !== this.#runId) return;
    if (event.type === "tool_call_start") this.#calls.remember(event);
    if (event.type === "assistant_message") this.#message = event.data;
  }

  /** The chunks of one event, and after each stored one where a client may take up the stream again. */
  add(event: JournalEvent): AssistantStreamChunk[] {
    if (event.seq !== this.#seq + 1) this.#hasGap = true;
    this.#seq = event.seq;
    if (event.runId !== this.#runId) return [];
    const chunks = this.#chunksOf(event);
    return isLive(event.type) || event.type === "done" ? chunks : [...chunks, note({ seq: event.seq })];
  }

  /** The end of a run that could not be stored. */
  breakOff(): AssistantStreamChunk[] {
    const error = { code: "journal_failed", message: "" } as const;
    return this.#end({ stopReason: "error", iterations: 0, usage: NO_USAGE, error }, this.#seq);
  }

  #chunksOf(event: JournalEvent): AssistantStreamChunk[] {
    switch (event.type) {
      case "step_start":
        return this.#beginStep(event.data.step);
      case "text_delta":
        return this.#stream(event.data.delta);
      case "reasoning_delta":
        return this.#places.text("reasoning", event.data.delta);
      case "tool_call_delta":
        return this.#hasGap ? [] : this.#calls.preview(event.data);
      case "assistant_message":
        return this.#closeMessage(event.data);
      case "tool_call_start":
        return this.#calls.start(event);
      case "tool_call_end":
        return [...this.#calls.end(event), ...this.#about("tool-end", event.data.toolCallId, endOf(event.data))];
      case "tool_output_chunk":
        return this.#about("tool-output", event.data.toolCallId, { ...event.data });
      case "approval_request":
        return this.#about("approval-request", event.data.toolCallId, { ...event.data });
      case "approval_decision":
        return this.#about("approval-decision", event.data.toolCallId, { ...event.data });
      case "async_result":
        return this.#about("async-result", event.data.toolCallId, lateOf(event.data));
      case "warning":
        return this.#about("warning", event.parentId, { ...event.data });
      case "step_end":
        return this.#endStep();
      case "done":
        return this.#end(event.data, event.seq);
      default:
        return [];
    }
  }

  #beginStep(step: number): AssistantStreamChunk[] {
    this.#sent = "";
    this.#hasGap = false;
    this.#message = undefined;
    return [...this.#places.closeText(), { path: [], type: "step-start", messageId: `${this.#runId}-${step}` }];
  }

  #stream(delta: string): AssistantStreamChunk[] {
    if (this.#hasGap) return [];
    this.#sent += delta;
    return this.#places.text("text", delta);
  }

  #closeMessage(data: EventData["assistant_message"]): AssistantStreamChunk[] {
    const { content, tool_calls: calls = [] } = data.message;
    const rest = content.startsWith(this.#sent) ? content.slice(this.#sent.length) : "";
    this.#message = data;
    this.#sent = content;
    return [...this.#places.text("text", rest), ...this.#calls.close(calls)];
  }

  #endStep(): AssistantStreamChunk[] {
    const { finishReason = "stop", usage = NO_USAGE } = this.#message ?? {};
    const step = { finishReason: uiReason(finishReason), usage: { ...usage }, isContinued: false };
    return [...this.#places.closeText(), { path: [], type: "step-finish", ...step }];
  }

  #end({ stopReason, usage, error }: EventData["done"], seq: number): AssistantStreamChunk[] {
    return [
      ...this.#places.closeText(),
      ...this.#calls.endAll(),
      note({ seq, stopReason, usage: { ...usage } }),
      ...(error === undefined
        ? []
        : [{ path: [], type: "error", error: safeErrorText(error), code: error.code } satisfies AssistantStreamChunk]),
      { path: [], type: "message-finish", finishReason: finishOf(stopReason), usage: { ...usage } },
    ];
  }

  /** `parentId`: the call that it is about, where it is about one. */
  #about(name: string, parentId: string | undefined, data: Json): AssistantStreamChunk[] {
    return this.#places.data({ type: "data", name, data, ...(parentId === undefined ? {} : { parentId }) });
  }
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

/** Something about the message that is no part of it. */
export function note(data: { readonly [key: string]: Json }): AssistantStreamChunk {
  return { path: [], type: "data", data: [data] };
}

function endOf({ toolCallId, durationMs, result, orphaned }: EventData["tool_call_end"]): Json {
  const { forUser } = shownResult(result);
  const { ref, error } = result;
  return {
    toolCallId,
    durationMs,
    ...(orphaned === undefined ? {} : { orphaned }),
    ...(result.async ? { async: true } : {}),
    ...(forUser === undefined ? {} : { forUser }),
    ...(ref === undefined ? {} : { ref: shownRef(ref) }),
    ...(error === undefined ? {} : { code: error.code }),
  };
}

function shownRef({ id, bytes, lines, images }: OutputRef): Json {
  return { id, bytes, lines, ...(images === undefined ? {} : { images: images.map((image) => ({ ...image })) }) };
}

function lateOf({ toolCallId, toolName, result, deliver }: EventData["async_result"]): Json {
  return { toolCallId, toolName, deliver, ...shownResult(result) };
}

type UiReason = Extract<AssistantStreamChunk, { type: "message-finish" }>["finishReason"];

function uiReason(reason: EventData["assistant_message"]["finishReason"]): UiReason {
  const shown = toUiFinishReason(reason);
  return STEP_REASONS.find((known) => known === shown) ?? "unknown";
}

const STEP_REASONS = ["stop", "length", "content-filter", "tool-calls", "error"] as const;

/** Never `tool-calls`: a client would wait for ever for somebody to run them. */
function finishOf(stopReason: EventData["done"]["stopReason"]): UiReason {
  if (stopReason === "stop" || stopReason === "done") return "stop";
  if (stopReason === "content_filter") return "content-filter";
  return stopReason === "length" || stopReason === "error" ? stopReason : "other";
}
