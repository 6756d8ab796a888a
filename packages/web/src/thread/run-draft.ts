import type { ThreadMessageLike } from "@assistant-ui/react";
import { type Fields, type Frame, isFields, textIn } from "../server/frame.ts";
import { DraftCall, dataPart, type MessagePart } from "./draft-call.ts";
import { DraftText } from "./draft-text.ts";

/** Where a run can be taken up again. */
interface Checkpoint {
  readonly seq: number;
  readonly parts: number;
  readonly outputs: ReadonlyMap<DraftCall, number>;
}

/** How a run ended. */
export interface RunEnd {
  readonly finishReason: string;
  readonly stopReason: string;
  readonly error?: string;
}

/**
 * The message of a run while it arrives. Every frame costs as much as it brings; what has to be shown is put together
 * when it is asked for, and parts that have not changed stay the same objects.
 */
export class RunDraft {
  readonly createdAt: Date;
  runId: string;
  threadId: string | undefined;
  end: RunEnd | undefined;
  #parts: (DraftText | DraftCall)[] = [];
  readonly #calls = new Map<string, DraftCall>();
  /** Calls without a result: only their output can be cut off. */
  readonly #open = new Set<DraftCall>();
  #checkpoint: Checkpoint = { seq: 0, parts: 0, outputs: new Map() };
  #isTextOpen = false;
  readonly #warnings: MessagePart[] = [];
  #stopReason = "";
  #error: string | undefined;
  #usage: Fields | undefined;
  readonly #now: () => number;

  constructor(options: { readonly runId: string; readonly createdAt?: Date; readonly now?: () => number }) {
    this.runId = options.runId;
    this.#now = options.now ?? Date.now;
    this.createdAt = options.createdAt ?? new Date(this.#now());
  }

  /** The number of the last event after which the stream can be taken up. */
  get seq(): number {
    return this.#checkpoint.seq;
  }

  add(frame: Frame): void {
    switch (frame.code) {
      case "text":
      case "reasoning":
        this.#addText(frame.code, frame.text);
        break;
      case "call":
        this.#begin(frame);
        break;
      case "arguments":
        this.#calls.get(frame.toolCallId)?.addArguments(frame.delta);
        break;
      case "result":
        this.#settle(frame);
        break;
      case "step":
        this.#isTextOpen = false;
        break;
      case "data":
        this.#addData(frame.name, frame.data);
        break;
      case "note":
        this.#note(frame.note);
        break;
      case "error":
        this.#error = frame.text;
        break;
      case "finish":
        this.#finish(frame);
    }
  }

  /** Forgets what came after the last number: a stream that is taken up from there sends it again. */
  rewind(): void {
    const { parts, outputs } = this.#checkpoint;
    for (const part of this.#parts.slice(parts)) {
      if (part.type === "tool-call") this.#forget(part);
    }
    this.#parts = this.#parts.slice(0, parts);
    this.#isTextOpen = false;
    for (const call of this.#open) call.forgetOutputAfter(outputs.get(call) ?? 0);
  }

  /** The message as it is now. */
  message(): ThreadMessageLike {
    const content = [...this.#parts.flatMap((part) => part.shown()), ...this.#warnings];
    const custom = { runId: this.runId, usage: this.#usage, stopReason: this.end?.stopReason };
    return {
      role: "assistant",
      id: this.runId,
      createdAt: this.createdAt,
      content,
      status: this.#status(),
      metadata: { custom },
    };
  }

  #status(): NonNullable<ThreadMessageLike["status"]> {
    if (this.end === undefined) return { type: "running" };
    return statusOf(this.end);
  }

  #addText(type: "text" | "reasoning", text: string): void {
    let last = this.#parts.at(-1);
    if (last?.type !== type || !this.#isTextOpen) {
      last = new DraftText(type);
      this.#parts.push(last);
      this.#isTextOpen = true;
    }
    last.add(text);
  }

  #begin({ toolCallId, toolName, parentId }: Extract<Frame, { code: "call" }>): void {
    const known = this.#calls.get(toolCallId);
    if (known !== undefined) {
      known.restart();
      return;
    }
    const about = parentId === undefined ? {} : { parentId };
    const call = new DraftCall({ toolCallId, toolName, ...about, startedAt: this.#now() });
    this.#calls.set(toolCallId, call);
    this.#open.add(call);
    this.#parts.push(call);
  }

  #settle(frame: Extract<Frame, { code: "result" }>): void {
    const call = this.#calls.get(frame.toolCallId);
    if (call === undefined) return;
    call.settle(frame);
    this.#open.delete(call);
  }

  #addData(name: string, data: Fields): void {
    if (name === "warning") this.#warnings.push(dataPart("warning", data));
    const call = this.#calls.get(textIn(data, "toolCallId"));
    if (call === undefined) return;
    if (name === "tool-output") call.addOutput(textIn(data, "chunk"));
    if (name === "tool-end") call.end(data);
    if (name === "async-result") call.addLate(data);
    if (name === "approval-request") call.ask(data);
    if (name === "approval-decision") call.decide(data);
  }

  #note(note: Fields): void {
    if (typeof note.threadId === "string") this.threadId = note.threadId;
    if (typeof note.runId === "string") this.runId = note.runId;
    if (typeof note.stopReason === "string") this.#stopReason = note.stopReason;
    if (isFields(note.usage)) this.#usage = note.usage;
    if (typeof note.seq !== "number") return;
    const outputs = new Map([...this.#open].map((call) => [call, call.output.length]));
    this.#checkpoint = { seq: note.seq, parts: this.#parts.length, outputs };
  }

  #finish({ finishReason, usage }: Extract<Frame, { code: "finish" }>): void {
    this.#usage ??= usage;
    const error = this.#error === undefined ? {} : { error: this.#error };
    this.end = { finishReason, stopReason: this.#stopReason, ...error };
  }

  #forget(call: DraftCall): void {
    this.#calls.delete(call.toolCallId);
    this.#open.delete(call);
  }
}

/** What assistant-ui calls the end of a run. */
export function statusOf({
  stopReason,
  error,
}: Omit<RunEnd, "finishReason">): NonNullable<ThreadMessageLike["status"]> {
  if (error !== undefined) return { type: "incomplete", reason: "error", error };
  switch (stopReason) {
    case "stop":
    case "done":
      return { type: "complete", reason: "stop" };
    case "aborted":
      return { type: "incomplete", reason: "cancelled" };
    case "length":
      return { type: "incomplete", reason: "length" };
    case "content_filter":
      return { type: "incomplete", reason: "content-filter" };
    default:
      return { type: "incomplete", reason: "other" };
  }
}
