import type { EventData, JournalEvent, JsonObject, LlmError } from "@toolwright/core";
import { CallFrames } from "./call-frames.ts";
import { safeErrorText } from "./error-text.ts";
import type { Frame } from "./frame.ts";
import { isStored } from "./is-stored.ts";
import { blocksOf, type ShownBlock } from "./message-blocks.ts";
import { shownRef, shownResult } from "./shown-result.ts";
import { summaryText } from "./summary-text.ts";

/** What the frames of a run are made from. */
export interface RunFramesOptions {
  readonly runId: string;
  /** The number of the event before the first one that will come. */
  readonly after: number;
  /** Ids that earlier calls of the conversation have. */
  readonly isTaken?: (toolCallId: string) => boolean;
  /**
   * Sends arguments while they are written, for a reader that goes by `tool-arguments`, which takes back what turns out
   * to be no JSON object. Default false: they go out whole, once they are known to be one.
   */
  readonly previews?: boolean;
  /** Also says why a run failed in the words of what did, secrets masked. Default: in fixed words only. */
  readonly tellsReasons?: boolean;
}

/**
 * One run as the frames of one message, event by event. Deltas that a slow reader missed are made up for when the step
 * closes: from the first gap on nothing is streamed, and the recorded message brings the rest.
 */
export class RunFrames {
  readonly #options: RunFramesOptions;
  readonly #calls: CallFrames;
  #seq: number;
  /** Of this step: what was sent of text and reasoning, and whether deltas are missing. */
  #sent = { text: "", reasoning: "" };
  #hasGap = false;
  #step = 0;
  /** Tokens that the model can read. */
  #window: number | undefined;
  #message: EventData["assistant_message"] | undefined;

  constructor(options: RunFramesOptions) {
    this.#options = options;
    this.#seq = options.after;
    this.#calls = new CallFrames({
      isTaken: options.isTaken ?? (() => false),
      previews: options.previews ?? false,
    });
  }

  /** What happened before this stream begins: calls that it may have to end, and how their step was closed. */
  remember(event: JournalEvent): void {
    if (event.runId !== this.#options.runId) return;
    this.#calls.remember(event);
    if (event.type === "run_start") this.#window = event.data.contextWindow;
    if (event.type === "step_start") this.#step = event.data.step;
    if (event.type === "assistant_message") this.#close(event.data);
  }

  /** What a client is taken to have of a message that was recorded before this stream begins. */
  #close(data: EventData["assistant_message"]): void {
    this.#message = data;
    this.#sent = { text: data.message.content, reasoning: data.reasoning ?? "" };
  }

  /** The frames of one event, and after each stored one where a client may take up the stream again. */
  add(event: JournalEvent): Frame[] {
    if (event.seq !== this.#seq + 1) this.#hasGap = true;
    this.#seq = event.seq;
    if (event.runId !== this.#options.runId) return [];
    const frames = this.#framesOf(event);
    if (isStored(event) && event.type !== "done") frames.push({ code: "note", note: { seq: event.seq } });
    return frames;
  }

  /**
   * Says that the rest is not known: no end, and no results of calls, which others may tell. Stock clients take a
   * message that just ends for one that is complete; after an error they do not.
   */
  breakOff(): Frame[] {
    return [{ code: "error", text: safeErrorText({ code: "journal_failed" }) }];
  }

  #framesOf(event: JournalEvent): Frame[] {
    switch (event.type) {
      case "run_start":
        this.#window = event.data.contextWindow;
        return [];
      case "step_start":
        return this.#beginStep(event.data.step);
      case "text_delta":
        return this.#stream("text", event.data.delta);
      case "reasoning_delta":
        return this.#stream("reasoning", event.data.delta);
      case "tool_call_delta":
        return this.#hasGap ? [] : this.#calls.preview(event.data);
      case "assistant_message":
        return this.#closeMessage(event.data);
      case "tool_call_start":
        return this.#calls.start(event);
      case "tool_call_end":
        return [...this.#calls.end(event), about("tool-end", endOf(event.data), event.data.toolCallId)];
      case "step_end":
        return this.#endStep();
      case "done":
        return this.#end(event.data, event.seq);
      default:
        return this.#beside(event);
    }
  }

  /** What is told beside a call, or beside them all. */
  #beside(event: JournalEvent): Frame[] {
    if (event.type === "compacted") return this.#compact(event.data);
    if (event.type === "steered") return [about("steered", saidOf(event.data), undefined)];
    if (event.type === "steer_queue")
      return [about("steer-queue", { waiting: event.data.waiting.map(saidOf) }, undefined)];
    if (event.type === "model_reading") return [about("model-reading", { ...event.data }, undefined)];
    if (event.type === "model_retrying") return [about("model-retrying", this.#retryOf(event.data), undefined)];
    if (event.type === "warning") return [about("warning", { ...event.data }, event.parentId)];
    const told = besideCall(event);
    return told === undefined
      ? []
      : [...this.#calls.again(told.toolCallId), about(told.name, told.data, told.toolCallId)];
  }

  #compact({ messages: [summary], tokensBefore: before, tokensAfter: after, why }: EventData["compacted"]): Frame[] {
    const text = summary === undefined ? "" : summaryText(summary);
    return [about("compacted", { summary: text, before, after, why }, undefined), this.#context(after)];
  }

  #context(tokens: number): Frame {
    const window = this.#window;
    return { code: "note", note: { context: { tokens, ...(window === undefined ? {} : { window }) } } };
  }

  /** Why, in the words of what did it only where reasons are told. */
  #retryOf({ delayMs, code, message }: EventData["model_retrying"]): JsonObject {
    const reason = this.#options.tellsReasons === true ? message : safeErrorText({ code });
    return { delayMs, reason: reason.slice(0, MAX_REASON) };
  }

  /** A step that begins again, after a crash, takes the place of its first beginning. */
  #beginStep(step: number): Frame[] {
    this.#step = step;
    this.#sent = { text: "", reasoning: "" };
    this.#hasGap = false;
    this.#message = undefined;
    return [{ code: "step", messageId: `${this.#options.runId}-${step}` }];
  }

  #stream(code: "text" | "reasoning", delta: string): Frame[] {
    if (this.#hasGap || delta === "") return [];
    this.#sent[code] += delta;
    return [{ code, text: delta }];
  }

  #closeMessage(data: EventData["assistant_message"]): Frame[] {
    this.#message = data;
    const begins = this.#isOther(data) ? this.#beginStep(this.#step) : [];
    const rest = blocksOf(data).flatMap((block) => this.#rest(block));
    // A message that is not whole holds all that was streamed before it, so nothing is missing from there on.
    if (data.partial === true) this.#hasGap = false;
    const calls = data.partial === true ? [] : this.#calls.close(data.message.tool_calls ?? []);
    const { inputTokens = 0, outputTokens = 0 } = data.usage ?? {};
    const used = inputTokens + outputTokens;
    return [...begins, ...rest, ...calls, ...(used > 0 ? [this.#context(used)] : [])];
  }

  /** Whether the text is none that goes on with what was sent, as after another try. */
  #isOther({ message: { content } }: EventData["assistant_message"]): boolean {
    const { text } = this.#sent;
    return !content.startsWith(text) && !text.startsWith(content);
  }

  /** What is recorded and was not sent. */
  #rest(block: ShownBlock): Frame[] {
    if (block.code === "call") return this.#calls.expect(block.call);
    const { code, text, from } = block;
    const known = this.#sent[code].length - from;
    if (known >= text.length) return [];
    const rest = text.slice(Math.max(0, known));
    this.#sent[code] += rest;
    return [{ code, text: rest }];
  }

  #endStep(): Frame[] {
    const { finishReason = "stop", usage = NO_USAGE } = this.#message ?? {};
    return [{ code: "step-end", finishReason: uiReason(finishReason), usage: { ...usage } }];
  }

  #end({ stopReason, usage, error, changed }: EventData["done"], seq: number): Frame[] {
    const ended: JsonObject = { seq, stopReason, usage: { ...usage }, ...(changed !== undefined && { changed }) };
    const reason = this.#options.tellsReasons === true ? (error?.message ?? "").slice(0, MAX_REASON) : "";
    const note: Frame = {
      code: "note",
      note: { ...ended, ...(reason !== "" && { reason }), ...(error !== undefined && { failure: failureOf(error) }) },
    };
    const problem: Frame[] = error === undefined ? [] : [{ code: "error", text: safeErrorText(error) }];
    const finish: Frame = { code: "finish", finishReason: finishOf(stopReason), usage: { ...usage } };
    return [...this.#calls.endAll(), note, ...problem, finish];
  }
}

function failureOf({ code, status }: LlmError): JsonObject {
  return { code, ...(status !== undefined && { status }) };
}

/** Characters that are told of why a run failed. */
const MAX_REASON = 2_000;

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

interface ToldOfCall {
  readonly name: string;
  readonly toolCallId: string;
  readonly data: JsonObject;
}

/** What an event adds to a call: a data part of that name. */
function besideCall(event: JournalEvent): ToldOfCall | undefined {
  switch (event.type) {
    case "tool_output_chunk":
      return { name: "tool-output", toolCallId: event.data.toolCallId, data: { ...event.data } };
    case "approval_request":
      return { name: "approval-request", toolCallId: event.data.toolCallId, data: questionOf(event.data, event.time) };
    case "approval_decision":
      return { name: "approval-decision", toolCallId: event.data.toolCallId, data: { ...event.data } };
    case "async_result":
      return { name: "async-result", toolCallId: event.data.toolCallId, data: lateOf(event.data) };
    case "tool_call_running": {
      const { toolCallId } = event.data;
      return { name: "tool-running", toolCallId, data: { toolCallId, time: event.time } };
    }
    default:
      return undefined;
  }
}

function questionOf({ reach, shows, ...question }: EventData["approval_request"], time: number): JsonObject {
  return {
    ...question,
    time,
    ...(reach !== undefined && { reach: { ...reach } }),
    ...(shows !== undefined && { shows }),
  };
}

/** `parentId`: the call that it is about, where it is about one. */
function about(name: string, data: JsonObject, parentId: string | undefined): Frame {
  return parentId === undefined ? { code: "data", name, data } : { code: "data", name, data, parentId };
}

function endOf({ toolCallId, durationMs, reach, result, orphaned }: EventData["tool_call_end"]): JsonObject {
  const { forUser } = shownResult(result);
  const { ref, error, isError } = result;
  return {
    toolCallId,
    durationMs,
    ...(reach === undefined ? {} : { reach: { ...reach } }),
    ...(orphaned === undefined ? {} : { orphaned }),
    ...(result.async ? { async: true } : {}),
    ...(forUser === undefined ? {} : { forUser }),
    ...(ref === undefined ? {} : { ref: shownRef(ref) }),
    ...(isError && error !== undefined ? { code: error.code } : {}),
  };
}

/** What a person said while the run went on. */
function saidOf({ messageId, message: { content } }: EventData["steered"]): JsonObject {
  return { messageId, content: typeof content === "string" ? content : content.map((part) => ({ ...part })) };
}

function lateOf({ toolCallId, toolName, result, deliver, usage }: EventData["async_result"]): JsonObject {
  return { toolCallId, toolName, deliver, ...shownResult(result), ...(usage && { usage: { ...usage } }) };
}

function uiReason(reason: EventData["assistant_message"]["finishReason"]): string {
  const shown = reason.replace("_", "-");
  return STEP_REASONS.has(shown) ? shown : "unknown";
}

const STEP_REASONS: ReadonlySet<string> = new Set(["stop", "length", "content-filter", "tool-calls", "error"]);

/** Never `tool-calls`: a client would wait for ever for somebody to run them. */
function finishOf(stopReason: EventData["done"]["stopReason"]): string {
  if (stopReason === "stop" || stopReason === "done") return "stop";
  if (stopReason === "content_filter") return "content-filter";
  return stopReason === "length" || stopReason === "error" ? stopReason : "other";
}
